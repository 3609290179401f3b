import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMixedEntries } from '../../../../../tests/support/logEntries.ts';
import { countSums } from '../../../../../tests/support/logsContract.ts';
import { DAY, HOUR } from '../../../../lib/time.ts';
import { sumFields } from '../logs.ts';
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
  return { file, open };
}

test('a thread that ends in the middle of a batch leaves all or nothing of it, and the batch can be sent again', async () => {
  const { open } = make();
  const store = open();
  const now = Date.UTC(2026, 10, 20, 14);
  const range = { domainId: 'a', from: now - DAY, to: now };
  const lines = createMixedEntries({ count: 6_000, domainIds: ['a'], from: now - HOUR, to: now });
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
  const remaining = (await store.sums(range, DAY)).reduce((sum, { requests }) => sum + requests, 0);
  expect(remaining % 1000).toBe(0);
  expect(remaining).toBeGreaterThanOrEqual(answered * 1000);
  for (const batch of batches) await store.ingest(batch);
  const { at: _, ...sums } = (await store.sums(range, 400 * DAY))[0] ?? { at: 0 };
  expect(sums).toEqual(countSums(lines));
});

test('a process that is killed while it stores batches has lost none that it answered for, and none is counted twice', async () => {
  const { file, open } = make();
  const now = Date.UTC(2026, 10, 20, 14);
  const linesOf = (seed: number) => createMixedEntries({ count: 200, domainIds: ['a'], from: now - HOUR, to: now, seed });
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  // Four batches are always on their way, as from an edge that doesn't wait.
  const program = `
    const { sqliteLogs } = await import(${at('./store.ts')});
    const { createMixedEntries } = await import(${at('../../../../../tests/support/logEntries.ts')});
    const store = sqliteLogs(${JSON.stringify(file)});
    let next = 1;
    const send = async () => {
      for (let seed = next++; seed < 5_000; seed = next++) {
        const lines = createMixedEntries({ count: 200, domainIds: ['a'], from: ${now - HOUR}, to: ${now}, seed });
        await store.ingest({ id: 'b' + seed, lines, receivedAt: ${now} });
        process.send(seed);
      }
    };
    await Promise.all([send(), send(), send(), send()]);
  `;
  const path = `${file}.mjs`;
  writeFileSync(path, program);
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const answered: number[] = [];
  child.on('message', (seed) => {
    answered.push(Number(seed));
    if (answered.length === 3) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  const store = open();
  const count = async () =>
    (await store.sums({ domainId: 'a', from: now - DAY, to: now }, DAY)).reduce((n, { requests }) => n + requests, 0);
  const remaining = await count();
  // Whole batches, at least those that were answered.
  expect(remaining % 200).toBe(0);
  expect(remaining / 200).toBeGreaterThanOrEqual(answered.length);
  for (const seed of answered)
    expect(await store.ingest({ id: `b${seed}`, lines: linesOf(seed), receivedAt: now })).toEqual({ accepted: 200 });
  expect(await count()).toBe(remaining);
  // The edge sends everything again that it has no answer for: the result has each batch once.
  const all = Array.from({ length: remaining / 200 + 4 }, (_, i) => i + 1);
  for (const seed of all) await store.ingest({ id: `b${seed}`, lines: linesOf(seed), receivedAt: now });
  const { at: _, ...sums } = (await store.sums({ domainId: 'a', from: now - DAY, to: now }, 400 * DAY))[0] ?? { at: 0 };
  expect(sums).toEqual(countSums(all.flatMap(linesOf)));
});

test('sums of a day of requests are equal in steps of every length', async () => {
  const { open } = make();
  const now = Date.UTC(2026, 10, 20);
  const lines = createMixedEntries({ count: 20_000, domainIds: ['a', 'b'], from: now - DAY, to: now });
  const batches = Array.from({ length: 4 }, (_, i) => lines.slice(i * 5_000, i * 5_000 + 5_000));
  const store = open();
  for (const [i, batch] of batches.entries()) await store.ingest({ id: `b${i}`, lines: batch, receivedAt: now });
  const range = { domainId: 'a', from: now - DAY, to: now };
  const own = countSums(lines.filter(({ domainId }) => domainId === 'a'));
  for (const until of [now, now + 2 * DAY]) {
    for (const step of [60_000, 300_000, HOUR, DAY]) {
      const total = { ...countSums([]) };
      for (const { at: _, ...sums } of await store.sums(range, step)) for (const name of sumFields) total[name] += sums[name];
      expect([step, total]).toEqual([step, own]);
    }
    await store.prune(until);
  }
});

test('two processes write to one file at the same time', async () => {
  const { open } = make();
  const [one, two] = [open(), open()];
  const now = Date.UTC(2026, 10, 20, 14);
  const lines = createMixedEntries({ count: 2_000, domainIds: ['a', 'b'], from: now - HOUR, to: now });
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? one : two).ingest({ id: `b${i % 10}`, lines: lines.slice((i % 10) * 200, (i % 10) * 200 + 200), receivedAt: now }),
    ),
  );
  const requests = await Promise.all(['a', 'b'].map((domainId) => one.sums({ domainId, from: now - DAY, to: now }, DAY)));
  expect(requests.flat().reduce((sum, bucket) => sum + bucket.requests, 0)).toBe(2_000);
});
