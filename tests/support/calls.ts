import { zipSync } from 'fflate';
import { expect } from 'vitest';
import type { NamedCall } from '../../src/lib/contract/call.ts';
import { allCalls } from '../../src/lib/contract/openapi.ts';
import type { Database } from '../../src/provider/db/schema.ts';
import type { TestProvider } from './provider.ts';

export const callName = (call: NamedCall): string => call.id.join('.');
export const callsWith = (test: (call: NamedCall) => boolean): [string, NamedCall][] =>
  allCalls()
    .filter(test)
    .map((call) => [callName(call), call]);

/** The input fields with the ID of a resource of an account, such as `groupId`. Data centers and systems are shared. */
export function listIdFields(call: NamedCall): string[] {
  const { properties = {} } = call.input.toJSONSchema({ io: 'input' }) as { properties?: Record<string, unknown> }; // every input is an object
  return Object.keys(properties).filter((field) => /Id$/.test(field) && field !== 'datacenterId' && field !== 'osId');
}

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

/** The file of multipart examples. */
export const zoneFile = (text = 'new IN A 203.0.113.99\n', name = 'zone.txt') => new File([text], name, { type: 'text/plain' });
/** A .zip archive of texts by file name. */
export function zipFile(files: Record<string, string>, name = 'zones.zip'): File {
  // Made by the constructor of this global scope, which may be that of a document.
  const parts = Object.entries(files).map(([path, text]) => [path, new Uint8Array(Buffer.from(text))] as const);
  return new File([zipSync(Object.fromEntries(parts)) as Uint8Array<ArrayBuffer>], name, { type: 'application/zip' });
}
/** A square image, as a logo of the brand. */
export const logoFile = (
  content = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0h32v32z"/></svg>',
  name = 'logo.svg',
) => new File([content], name, { type: 'image/svg+xml' });
const exampleFiles: Partial<Record<string, () => File>> = {
  'operatorBrand.upload': logoFile,
  'zone.importArchive': () => zipFile({ 'parvaz.example.txt': 'new IN A 203.0.113.99\n' }),
};
const exampleFile = (call: NamedCall) => (exampleFiles[callName(call)] ?? zoneFile)();
export const exampleUpload = (call: NamedCall) => (call.body === 'multipart' ? { file: exampleFile(call) } : {});

/** Sends input that may be invalid: it is accepted or refused with a message, never a fault. */
export async function sendWrong(p: TestProvider, call: NamedCall, input: unknown, token: string): Promise<void> {
  const { status, body } = await p.try(call, input, { token, ...exampleUpload(call) });
  expect(status, `${callName(call)} ${JSON.stringify(input).slice(0, 200)} → ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
  if (status >= 400) {
    expect(body.message).toBeTypeOf('string');
    // A param that the text doesn't get.
    expect(JSON.stringify(body), callName(call)).not.toMatch(/\{\{\w+\}\}/);
    expect(body.requestId).toBeTypeOf('string');
  }
}
