import { expect, test } from 'vitest';
import { cancelFault } from './taskCancel.ts';

test('a task is cancelled by its kind and its status only', () => {
  expect(cancelFault({ kind: 'backup.create', status: 'running' })).toBeNull();
  expect(cancelFault({ kind: 'account.export', status: 'queued' })).toBeNull();
  expect(cancelFault({ kind: 'account.export', status: 'running' })).toBe('started');
  expect(cancelFault({ kind: 'zone.deploy', status: 'queued' })).toBe('kind');
  expect(cancelFault({ kind: 'toString', status: 'queued' })).toBe('kind');
  for (const status of ['done', 'failed', 'cancelled']) expect(cancelFault({ kind: 'backup.create', status })).toBe('ended');
});
