import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { readEnv, StartError } from './config/env.ts';
import { workerCount } from './portalWorkers.ts';

const count = (variables: Record<string, string>) => workerCount(readEnv({ DATA_DIR: '/nowhere', ...variables }));
const DATABASE_URL = 'postgres://nasim@127.0.0.1/nasim';

test('a portal has a process for each core with PostgreSQL, at most four, and otherwise one', () => {
  expect(count({})).toBe(1);
  expect(count({ DATABASE_URL })).toBe(Math.min(availableParallelism(), 4));
  expect(count({ PROVIDER_URL: 'http://127.0.0.1:4400' })).toBe(1);
  expect(count({ DATABASE_URL, PORTAL_WORKERS: '7' })).toBe(7);
  expect(count({ PROVIDER_URL: 'http://127.0.0.1:4400', PORTAL_WORKERS: '2' })).toBe(2);
});

test('several processes on SQLite are refused', () => {
  expect(count({ PORTAL_WORKERS: '1' })).toBe(1);
  expect(() => count({ PORTAL_WORKERS: '2' })).toThrow(StartError);
  expect(() => count({ PORTAL_WORKERS: '2' })).toThrow('an SQLite database serves one process');
});
