import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mixedLines } from '../../../../../tests/support/log-lines.ts';
import { countSums, logsContract } from '../../../../../tests/support/logs-contract.ts';
import { pieces } from './read.ts';
import { DAY, HOUR } from './schema.ts';
import { sqliteLogs } from './store.ts';

function make() {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-logs-'));
  const file = join(folder, 'logs.sqlite');
  const open = () => {
    const store = sqliteLogs(file);
    onTestFinished(() => store.close());
    return store;
  };
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { open };
}

logsContract(async () => make().open());

test('a thread that ends in the middle of a batch leaves all or nothing of it, and the batch can be sent again', async () => {
  const { open } = make();
  const store = open();
  const now = Date.UTC(2026, 10, 20, 14);
  const range = { domainId: 'a', from: now - DAY, to: now };
  const lines = mixedLines({ count: 6_000, domainIds: ['a'], from: now - HOUR, to: now });
  const batches = Array.from({ length: 6 }, (_, i) => ({ id: `b${i}`, lines: lines.slice(i * 1000, i * 1000 + 1000), receivedAt: now }));
  // The first is answered, so the thread is inside of one of the others when it ends.
  const sent = batches.map((batch) =>
    store.ingest(batch).then(
      () => true,
      () => false,
    ),
  );
  await sent[0];
  await store.crash();
  const answered = (await Promise.all(sent)).filter(Boolean).length;
  expect(answered).toBeLessThan(6);
  const kept = (await store.sums(range, DAY)).reduce((sum, { requests }) => sum + requests, 0);
  expect(kept % 1000).toBe(0);
  expect(kept).toBeGreaterThanOrEqual(answered * 1000);
  for (const batch of batches) await store.ingest(batch);
  const { at: _, ...sums } = (await store.sums(range, 400 * DAY))[0] ?? { at: 0 };
  expect(sums).toEqual(countSums(lines));
});

test('two processes write to one file at the same time', async () => {
  const { open } = make();
  const [one, two] = [open(), open()];
  const now = Date.UTC(2026, 10, 20, 14);
  const lines = mixedLines({ count: 2_000, domainIds: ['a', 'b'], from: now - HOUR, to: now });
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? one : two).ingest({ id: `b${i % 10}`, lines: lines.slice((i % 10) * 200, (i % 10) * 200 + 200), receivedAt: now }),
    ),
  );
  const requests = await Promise.all(['a', 'b'].map((domainId) => one.sums({ domainId, from: now - DAY, to: now }, DAY)));
  expect(requests.flat().reduce((sum, bucket) => sum + bucket.requests, 0)).toBe(2_000);
});

test('a range is read from whole days and hours that are counted, and from single requests at its ends', () => {
  const from = 10 * DAY - 90 * 60_000;
  expect(pieces(from, 11 * DAY + 2 * HOUR + 1, new Set([11 * DAY + HOUR]), new Set())).toEqual([
    { grain: 0, start: from, end: 10 * DAY - HOUR },
    { grain: HOUR, start: 10 * DAY - HOUR, end: 10 * DAY },
    { grain: DAY, start: 10 * DAY, end: 11 * DAY },
    { grain: HOUR, start: 11 * DAY, end: 11 * DAY + HOUR },
    { grain: 0, start: 11 * DAY + HOUR, end: 11 * DAY + 2 * HOUR + 1 },
  ]);
  expect(pieces(0, DAY, new Set(), new Set([0]))).toEqual([{ grain: HOUR, start: 0, end: DAY }]);
});
