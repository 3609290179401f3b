import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import type { Task } from '../../lib/contract/core/task.ts';
import { whenLoggedOut } from './session.ts';
import './storage.ts';

/** Number of unread notifications; null until known. */
export const $unread = atom<number | null>(null);
/** Tasks in progress, and those of the last day; null until known. */
export const $tasks = atom<readonly Task[] | null>(null);

/** Failed tasks up to this time were seen on this device: the provider's time of the newest one, ISO 8601. */
export const $acknowledgedFailures = persistentAtom<string>('nasim:failures-seen', '', {
  encode: (time) => time,
  decode: (text) => (/^\d{4}-/.test(text) ? text : ''),
});

export const isUnderWay = ({ status }: Task): boolean => status === 'queued' || status === 'running';

/** Failed tasks that haven't been seen yet. */
export const newFailures = (tasks: readonly Task[], observed: string): Task[] =>
  tasks.filter(({ status, endedAt }) => status === 'failed' && (endedAt ?? '') > observed);

/** Marks the tasks' failures as seen. */
export function sawTasks(): void {
  const newest = newFailures($tasks.get() ?? [], $acknowledgedFailures.get())
    .map(({ endedAt }) => endedAt ?? '')
    .sort()
    .at(-1);
  if (newest) $acknowledgedFailures.set(newest);
}

whenLoggedOut(() => {
  $unread.set(null);
  $tasks.set(null);
  $acknowledgedFailures.set('');
});
