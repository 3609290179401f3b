import type { CancelTask } from '../../core/registry.ts';
import { refuse } from '../../kernel/refusal.ts';
import { beginBackup, ownBackup } from './store.ts';

/** Deletes a backup that is being taken, which costs nothing. Nothing depends on it yet. */
export const cancelBackup: CancelTask = async (tx, ctx, { accountId, entityId }) => {
  const row = await ownBackup(tx, { id: accountId }, entityId);
  if (row.status !== 'creating') refuse(409, 'task:error.ended');
  await beginBackup(tx, ctx, row, 'removing');
};
