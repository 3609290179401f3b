import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogEntry } from '../../../../../tests/support/logEntries.ts';
import { logsContract } from '../../../../../tests/support/logsContract.ts';
import { DAY, HOUR } from '../../../../lib/time.ts';
import { pieces } from '../queries.ts';
import { openLogs } from './schema.ts';
import { sqliteLogs } from './store.ts';

const newFile = () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-logs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'logs.sqlite');
};
const openStore = (file: string) => {
  const store = sqliteLogs(file);
  onTestFinished(() => store.close());
  return store;
};
logsContract(async () => openStore(newFile()));

test('a file from before lines had a target as received gets the column', async () => {
  const file = newFile();
  const old = openLogs(file, 'write');
  old.exec('alter table line drop column target');
  old.close();
  const store = openStore(file);
  const [at, domainId] = [10 * DAY, 'd1'];
  const lines = [createLogEntry({ id: 'a', at, domainId, target: '//b?c' }), createLogEntry({ id: 'b', at, domainId })];
  await store.ingest({ id: 'batch', lines, receivedAt: at });
  expect([await store.find('a', domainId), await store.find('b', domainId)]).toMatchObject([{ target: '//b?c' }, { target: null }]);
});

test('batches that arrive together are stored together; one that can’t be stored doesn’t affect the others', async () => {
  const store = openStore(newFile());
  const [at, domainId] = [10 * DAY, 'd1'];
  const batch = (id: string, more: object = {}) => ({
    id,
    receivedAt: at,
    lines: [createLogEntry({ id, at, domainId }), createLogEntry({ id: `${id}+`, at, domainId, ...more })],
  });
  const bad = batch('bad', { host: {} });
  const results = await Promise.allSettled(
    ['a', 'b']
      .map((id) => batch(id))
      .concat(bad, batch('c'), batch('b'))
      .map(store.ingest),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(await store.find('bad', domainId)).toBeUndefined();
  const sums = await store.sums({ domainId, from: at - DAY, to: at + DAY }, DAY);
  expect(sums.reduce((sum, { requests }) => sum + requests, 0)).toBe(6);
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
