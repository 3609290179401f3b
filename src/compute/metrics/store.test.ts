import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeServerSpec } from '../../../tests/support/compute.ts';
import { initialApplied } from '../state/applied.ts';
import { StateStore } from '../state/store.ts';
import { computeRates } from './measure.ts';
import { compactMetrics, readMetrics, storeMetrics } from './store.ts';

function openStore() {
  const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  const store = new StateStore(folder, initialApplied);
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  store.put('servers', {
    id: 'a',
    version: 1,
    isRemoved: false,
    spec: makeServerSpec('a', 1, { measureEvery: 30 }),
    applied: initialApplied.servers,
  });
  return store;
}
const values = (cpu: number) => ({ cpu, ram: 1, diskRead: 0, diskWrite: 0, netIn: null, netOut: null });
const HOUR = 3_600_000;

test('a step has the average of its measurements, the last one until the next, and nothing after that', () => {
  const store = openStore();
  const start = Math.floor(Date.now() / 60_000) * 60_000;
  storeMetrics(store, 'a', start + 1_000, values(0.2));
  storeMetrics(store, 'a', start + 5_000, values(0.4));
  const { times, values: read } = readMetrics(store, 'a', { from: start, to: start + 50_000, step: 10_000 });
  expect(times).toHaveLength(6);
  expect(read.cpu.map((cpu) => cpu && Math.round(cpu * 100))).toEqual([30, 30, 30, 30, null, null]);
  expect(read.netIn).toEqual([null, null, null, null, null, null]);
});

test('old measurements become averages of five minutes, and are deleted after a month', () => {
  const store = openStore();
  const now = Date.now();
  const old = Math.floor((now - 30 * HOUR) / 300_000) * 300_000;
  for (let second = 0; second < 300; second += 10) storeMetrics(store, 'a', old + second * 1000, values(second < 150 ? 0 : 1));
  storeMetrics(store, 'a', now - 32 * 24 * HOUR, values(1));
  storeMetrics(store, 'a', now - HOUR, values(1));
  compactMetrics(store, now);
  expect(store.db.prepare('select at, cpu from metric order by at').all()).toEqual([
    { at: old, cpu: 0.5 },
    { at: now - HOUR, cpu: 1 },
  ]);
  compactMetrics(store, now + 1_000);
  expect(readMetrics(store, 'a', { from: old, to: old, step: 300_000 }).values.cpu).toEqual([0.5]);
});

test('rates are those of one process, and a counter that begins again has none', () => {
  const before = { at: 0, pid: 1, cpuTime: 10, ram: 5, diskRead: 100, diskWrite: 0, netIn: 50, netOut: null };
  const after = { ...before, at: 10_000, cpuTime: 20, diskRead: 1_100, netIn: 20 };
  expect(computeRates(before, after, 2)).toEqual({ cpu: 0.5, ram: 5, diskRead: 100, diskWrite: 0, netIn: null, netOut: null });
  expect(computeRates(before, { ...after, pid: 2 }, 2)).toBeNull();
});
