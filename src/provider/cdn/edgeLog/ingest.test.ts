import { expect, test } from 'vitest';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { startProvider, startSecond, type TestProvider } from '../../../../tests/support/provider.ts';
import { report } from '../../../lib/contract/cdn/report.ts';
import { demo } from '../../../lib/contract/fields.ts';

const send = (p: TestProvider, lines: readonly unknown[], { id = 'batch-1', key = p.provider.services.edgeKeys.key } = {}) =>
  p.request('POST', '/log/ingest', {
    raw: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    headers: { 'content-type': 'application/x-ndjson', 'x-batch-id': id, authorization: `Bearer ${key}` },
  });
const stored = async ({ provider, clock }: TestProvider) =>
  (await provider.services.logs.sums({ domainId: demo.domainId, from: 0, to: clock.now + 3_600_000 }, 60_000))
    .map(({ requests }) => requests)
    .reduce((sum, one) => sum + one, 0);

test('lines are stored; invalid ones are refused one by one, with their number', async () => {
  const p = await startProvider();
  const line = createLogEntry({ id: 'r', at: p.clock.now, domainId: demo.domainId });
  const answer = await send(p, [
    line,
    '{"id":',
    { ...line, status: 'OK' },
    '',
    { ...line, domainId: 'nobody' },
    { ...line, at: p.clock.now - 25 * 3_600_000 },
    { ...line, at: p.clock.now + 3_600_000 },
    { ...line, path: 'a\u0000b' },
    { ...line, path: `/${'x'.repeat(3_000)}` },
    { ...line, id: 'r2', ms: 1.6 },
  ]);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      accepted: 2,
      refused: [
        { line: 2, message: 'not JSON' },
        { line: 3, message: expect.stringMatching(/^status: /) },
        { line: 5, message: 'domainId: no such domain' },
        { line: 6, message: 'at: older than 24 hours' },
        { line: 7, message: 'at: in the future' },
        { line: 8, message: 'line: contains NUL' },
        { line: 9, message: expect.stringMatching(/^path: /) },
      ],
    },
  ]);
  expect(await p.provider.services.logs.find('r2', demo.domainId)).toMatchObject({ ms: 2, path: '/', domainId: demo.domainId });
});

test('a batch that arrives again, or five times at once, is stored once and answered alike', async () => {
  const p = await startProvider();
  const lines = Array.from({ length: 20 }, (_, i) => createLogEntry({ id: `r${i}`, at: p.clock.now, domainId: demo.domainId }));
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(p, [...lines, 'rubbish'])));
  for (const { body } of answers) expect(body).toEqual({ accepted: 20, refused: [{ line: 21, message: 'not JSON' }] });
  expect(await stored(p)).toBe(20);
  await send(p, lines, { id: 'batch-2' });
  expect(await stored(p)).toBe(40);
});

test.runIf(process.env.TEST_DATABASE === 'postgres')('two processes report what an edge has sent to one of them', async () => {
  const p = await startProvider();
  const other = await startSecond(p);
  const lines = Array.from({ length: 20 }, (_, i) => createLogEntry({ id: `r${i}`, at: p.clock.now - 60_000, domainId: demo.domainId }));
  const before = await stored(other);
  await send(p, lines);
  // The edge got no response, and sends the batch again to the other one.
  expect((await send(other, lines)).body).toEqual({ accepted: 20, refused: [] });
  const token = await other.signIn();
  const { report: traffic } = await other.ok(report.traffic, { domainId: demo.domainId, window: '1h' }, { token });
  expect([await stored(other), await stored(p)]).toEqual([before + 20, before + 20]);
  expect(traffic.totals.requests).toBeGreaterThanOrEqual(20);
});

test('only an edge may send: not a visitor, not a customer, not with another key', async () => {
  const p = await startProvider();
  const line = createLogEntry({ id: 'r', at: p.clock.now, domainId: demo.domainId });
  for (const key of ['', 'x', await p.signIn(), await p.signInOperator()]) expect((await send(p, [line], { key })).status).toBe(401);
  expect(await stored(p)).toBe(0);
});

test('a batch without an ID is refused, and one that is too large', async () => {
  const p = await startProvider();
  const line = createLogEntry({ id: 'r', at: p.clock.now, domainId: demo.domainId });
  for (const id of ['', 'a b', 'x'.repeat(101)]) expect((await send(p, [line], { id })).status).toBe(400);
  expect((await send(p, ['x'.repeat(4 * 1024 * 1024 + 1)])).status).toBe(413);
  expect((await send(p, Array(20_001).fill('{}'))).status).toBe(413);
  expect(await stored(p)).toBe(0);
});
