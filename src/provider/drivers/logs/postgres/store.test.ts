import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMixedEntries } from '../../../../../tests/support/logEntries.ts';
import { countBy, countSums, logsContract } from '../../../../../tests/support/logsContract.ts';
import { dropDatabase, newDatabase } from '../../../../../tests/support/postgres.ts';
import { DAY, HOUR } from '../../../../lib/time.ts';
import type { LogStore } from '../logs.ts';
import { sqliteLogs } from '../sqlite/store.ts';
import { postgresLogs } from './store.ts';

const onPostgres = process.env.TEST_DATABASE === 'postgres';
const now = Date.UTC(2026, 10, 20, 14, 20);
const range = { domainId: 'a', from: now - DAY, to: now };

async function newStore() {
  const url = await newDatabase();
  onTestFinished(() => dropDatabase(url));
  const open = (file?: string) => {
    const store = postgresLogs(url, file);
    onTestFinished(() => store.close());
    return store;
  };
  return { url, open };
}

if (onPostgres) logsContract(async () => (await newStore()).open());

const sumsOf = async (store: LogStore) => {
  const { at: _, ...sums } = (await store.sums(range, 400 * DAY))[0] ?? { at: 0 };
  return sums;
};

test.runIf(onPostgres)('two processes store batches while hours are counted: each line is counted once', async () => {
  const { open } = await newStore();
  const stores = [open(), open()] as const;
  const lines = createMixedEntries({ count: 4_000, domainIds: ['a', 'b'], from: now - 4 * HOUR, to: now });
  const batches = Array.from({ length: 40 }, (_, i) => ({ id: `b${i}`, lines: lines.slice(i * 100, i * 100 + 100), receivedAt: now }));
  // Each batch arrives at both, as from an edge that got no response from the first.
  const sent = stores.flatMap((store) => batches.map((batch) => store.ingest(batch)));
  const pruned = Promise.all(Array.from({ length: 8 }, async (_, i) => stores[i % 2]?.prune(now)));
  expect(new Set((await Promise.all(sent)).map(({ accepted }) => accepted))).toEqual(new Set([100]));
  await pruned;
  await stores[0].prune(now);
  const own = lines.filter(({ domainId }) => domainId === 'a');
  for (const store of stores) {
    expect(await sumsOf(store)).toEqual(countSums(own));
    const { rows } = await store.top(range, 'path', 500);
    expect(new Map(rows.map(({ value, requests }) => [value, requests]))).toEqual(countBy(own, ({ path }) => path));
  }
});

test.runIf(onPostgres)('a value that is longer than an entry of an index is counted', async () => {
  const store = (await newStore()).open();
  const [line] = createMixedEntries({ count: 1, domainIds: ['a'], from: now - 3 * HOUR, to: now - 3 * HOUR + 1 });
  if (!line) throw new Error('no line');
  const referer = Array.from({ length: 2_000 }, (_, i) => String.fromCodePoint(0xc0 + ((i * 7919) % 64))).join('');
  await store.ingest({ id: 'one', lines: [{ ...line, referer }], receivedAt: now });
  await store.prune(now);
  expect((await store.top(range, 'referer', 5)).rows).toMatchObject([{ value: referer, requests: 1 }]);
});

test.runIf(onPostgres)('the file of an earlier version is added once, also when its import was interrupted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-logs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'logs.sqlite');
  const old = sqliteLogs(file);
  const lines = createMixedEntries({ count: 3_000, domainIds: ['a', 'b'], from: now - 20 * HOUR, to: now });
  await old.ingest({ id: 'old', lines: lines.slice(0, 2_500), receivedAt: now });
  await old.prune(now);
  await old.close();
  const { open } = await newStore();
  const first = open(file);
  await first.ingest({ id: 'new', lines: lines.slice(2_500), receivedAt: now });
  await first.imported;
  expect(existsSync(file)).toBe(false);
  // As if the process had ended before the file was renamed.
  renameSync(`${file}.imported`, file);
  const store = open(file);
  await store.imported;
  expect(await store.ingest({ id: 'old', lines: [], receivedAt: now })).toEqual({ accepted: 2_500 });
  const own = lines.filter(({ domainId }) => domainId === 'a');
  for (let i = 0; i < 2; i++) {
    expect(await sumsOf(store)).toEqual(countSums(own));
    const { rows, total } = await store.top(range, 'path', 500);
    expect(new Map(rows.map(({ value, requests }) => [value, requests]))).toEqual(countBy(own, ({ path }) => path));
    expect(total).toBe(rows.length);
    await store.prune(now);
  }
});
