import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { createLogEntry } from '../../../../../tests/support/logEntries.ts';
import { startProvider } from '../../../../../tests/support/provider.ts';
import { pageRule } from '../../../../lib/contract/cdn/pageRule.ts';
import { report } from '../../../../lib/contract/cdn/report.ts';
import { demo } from '../../../../lib/contract/fields.ts';
import { LogStoreFault } from '../logs.ts';
import { clickhouseLogs } from './store.ts';

/** What ClickHouse, or something else at its address, answers to every statement. */
async function serverThat(answer: (statement: string) => { status: number; body: string }) {
  const server = createServer(async (request, response) => {
    let statement = new URL(request.url ?? '/', 'http://localhost').searchParams.get('query') ?? '';
    for await (const part of request) statement += part;
    const { status, body } = answer(statement);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return open(address.port);
}

function open(port: number) {
  const store = clickhouseLogs({ origin: `http://127.0.0.1:${port}`, username: 'nasim', password: 'secret words', database: 'logs' });
  onTestFinished(() => store.close());
  return store;
}

const range = { domainId: 'a', from: 0, to: 60_000 };
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test.each([
  ['Code: 252. DB::Exception: Too many parts (300). (TOO_MANY_PARTS) (version 26.7)', 500, 'busy'],
  ['Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)', 500, 'busy'],
  ['Code: 243. DB::Exception: Cannot reserve 1.00 MiB. (NOT_ENOUGH_SPACE)', 500, 'readOnly'],
  ['Code: 516. DB::Exception: nasim: Authentication failed. (AUTHENTICATION_FAILED)', 403, 'unavailable'],
  ['Code: 81. DB::Exception: Database logs does not exist. (UNKNOWN_DATABASE)', 404, 'unavailable'],
  ['<html><h1>502 Bad Gateway</h1></html>', 502, 'unavailable'],
  ['Code: 62. DB::Exception: Syntax error. (SYNTAX_ERROR)', 400, null],
])('%s is classified', async (body, status, kind) => {
  const store = await serverThat(() => ({ status, body }));
  const error = await failureOf(store.sums(range, 60_000));
  expect(error instanceof LogStoreFault ? error.kind : null).toBe(kind);
  expect(String(error)).not.toContain('secret');
});

test('tables of a later version are not written', async () => {
  const store = await serverThat((statement) => ({ status: 200, body: statement.startsWith('select') ? '{"version":99}\n' : '' }));
  await expect(store.ingest({ id: 'one', lines: [], receivedAt: 0 })).rejects.toThrow('A later version of Nasim wrote the tables');
});

test('while the server is away, a report says so, an edge keeps its batch, and settings can be used', async () => {
  const url = `http://nasim@127.0.0.1:${await freePort()}`;
  const p = await startProvider({ env: { LOG_DRIVER: 'clickhouse', CLICKHOUSE_URL: url } });
  const token = await p.signIn();
  const { domainId } = demo;
  const read = await p.try(report.traffic, { domainId, window: '24h' }, { token });
  expect(read).toMatchObject({ status: 503, body: { code: 'error:unavailable', message: expect.stringContaining('can’t be reached') } });
  const sent = await p.request('POST', '/log/ingest', {
    raw: JSON.stringify(createLogEntry({ id: 'a', at: p.clock.now, domainId })),
    headers: { 'x-batch-id': 'batch', authorization: `Bearer ${p.provider.services.edgeKeys.key}` },
  });
  expect(sent).toMatchObject({ status: 503 });
  expect(await p.provider.services.logs.isUp?.()).toBe(false);
  expect((await p.ok(pageRule.list, { domainId }, { token })).paths.length).toBeGreaterThan(0);
});
