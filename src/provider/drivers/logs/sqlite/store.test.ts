import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { logsContract } from '../../../../../tests/support/logs-contract.ts';
import { pieces } from './read.ts';
import { DAY, HOUR } from './schema.ts';
import { sqliteLogs } from './store.ts';

logsContract(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-logs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = sqliteLogs(join(folder, 'logs.sqlite'));
  onTestFinished(() => store.close());
  return store;
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
