import { expect } from 'vitest';
import type { NamedCall } from '../../src/lib/contract/call.ts';
import { allCalls } from '../../src/lib/contract/openapi.ts';
import type { Database } from '../../src/provider/db/schema.ts';
import { callName, exampleUpload } from './callInputs.ts';
import { undeclared } from './declared.ts';
import type { TestProvider } from './provider.ts';

export const callsWith = (test: (call: NamedCall) => boolean): [string, NamedCall][] =>
  allCalls()
    .filter(test)
    .map((call) => [callName(call), call]);

/**
 * Tables that requests and jobs write without changing customer data: session use and counted attempts, challenges, the job
 * queue, observations of other servers, and the change log with its counters, whose entries are asserted separately.
 */
const unwatched: ReadonlySet<string> = new Set<keyof Database>([
  'session',
  'throttle',
  'passkeyChallenge',
  'job',
  'live',
  'meta',
  'changeLog',
  'logPlace',
  'domainCheck',
  'domainScan',
  'clusterHealth',
  'statusCheck',
]);
let watched: Promise<(keyof Database)[]> | undefined;

/** All other tables of the schema; read once, because all stores have the same schema. */
const watchedTables = ({ store }: TestProvider): Promise<(keyof Database)[]> => {
  watched ??= store.reader.introspection.getTables().then((tables) =>
    tables
      .map(({ name }) => name as keyof Database) // the migrations create the tables of the schema
      .filter((name) => !unwatched.has(name))
      .sort(),
  );
  return watched;
};

/** All rows of the watched tables, to compare a store before and after a call. */
export async function snapshot(p: TestProvider): Promise<string> {
  const tables = await watchedTables(p);
  const rows = await Promise.all(tables.map((table) => p.store.reader.selectFrom(table).selectAll().execute()));
  // Tables have no common key to sort by, so whole rows are sorted.
  return JSON.stringify(rows.map((list, i) => [tables[i], list.map((row) => JSON.stringify(row)).sort()]));
}

/** Sends input that may be invalid: it is accepted or refused with a message, never a fault. */
export async function sendWrong(p: TestProvider, call: NamedCall, input: unknown, token: string): Promise<void> {
  const { status, body } = await p.try(call, input, { token, ...exampleUpload(call) });
  expect(status, `${callName(call)} ${JSON.stringify(input).slice(0, 200)} → ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
  if (status >= 400) {
    expect(undeclared(call, { status, body }), `${callName(call)} refuses with a code that isn’t among its errors`).toBeUndefined();
    expect(body.message).toBeTypeOf('string');
    // A param that the text doesn't get.
    expect(JSON.stringify(body), callName(call)).not.toMatch(/\{\{\w+\}\}/);
    expect(body.requestId).toBeTypeOf('string');
  }
}
