import type { CancelTask } from '../../core/registry.ts';
import { refuse } from '../../kernel/refusal.ts';
import { markStale } from '../../live/stale.ts';

/** Deletes an export that hasn’t been started: it doesn't count towards the limit of a day. */
export const cancelExport: CancelTask = async (tx, { now }, { accountId, entityId }) => {
  const { numDeletedRows } = await tx
    .deleteFrom('dataExport')
    .where('id', '=', entityId)
    .where('accountId', '=', accountId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse(409, 'task:error.ended');
  markStale(tx, accountId, 'dataExport', now);
};
