import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import type { Task } from '../contract/core/task.ts';
import { whenLoggedOut } from './session.ts';
import './storage.ts';

/** Notifications that were not read yet; null until it is known. */
export const $unread = atom<number | null>(null);
/** Tasks under way, and those of the last day; null until they are known. */
export const $tasks = atom<readonly Task[] | null>(null);

/** Until when failed tasks were seen on this device: the provider's time of the newest one, ISO 8601. */
export const $failuresSeen = persistentAtom<string>('nasim:failures-seen', '', {
  encode: (time) => time,
  decode: (text) => (/^\d{4}-/.test(text) ? text : ''),
});

export const isUnderWay = ({ status }: Task): boolean => status === 'queued' || status === 'running';

/** Failed tasks that nobody has looked at yet. */
export const unseenFailures = (tasks: readonly Task[], seen: string): Task[] =>
  tasks.filter(({ status, endedAt }) => status === 'failed' && (endedAt ?? '') > seen);

/** The tasks were looked at: failures count as seen. */
export function sawTasks(): void {
  const newest = unseenFailures($tasks.get() ?? [], $failuresSeen.get())
    .map(({ endedAt }) => endedAt ?? '')
    .sort()
    .at(-1);
  if (newest) $failuresSeen.set(newest);
}

whenLoggedOut(() => {
  $unread.set(null);
  $tasks.set(null);
  $failuresSeen.set('');
});
