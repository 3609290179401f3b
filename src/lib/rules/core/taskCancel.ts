import type { TaskKind } from './taskTitles.ts';

/**
 * The tasks that can be cancelled, and until when. All others can’t: their result is a state that is wanted and stays wanted, such as the
 * records of a zone or a server’s power, so that stopping the work would leave it undecided. The opposite action is what changes it.
 */
export const cancelableTasks = {
  // The image is deleted; the driver stops writing it.
  'backup.create': ['queued', 'running'],
  // Once the data is being read, the export counts towards the limit of a day.
  'account.export': ['queued'],
} as const satisfies Partial<Record<TaskKind, readonly ('queued' | 'running')[]>>;
export type CancelableTask = keyof typeof cancelableTasks;

export const isCancelable = (kind: string): kind is CancelableTask => Object.hasOwn(cancelableTasks, kind);

/** Why a task can't be cancelled; null: it can. */
export function cancelFault({ kind, status }: { kind: string; status: string }): 'ended' | 'kind' | 'started' | null {
  if (status !== 'queued' && status !== 'running') return 'ended';
  if (!isCancelable(kind)) return 'kind';
  const until: readonly string[] = cancelableTasks[kind];
  return until.includes(status) ? null : 'started';
}
