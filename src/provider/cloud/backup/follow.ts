import { key } from '../../../lib/i18n/key.ts';
import { expired } from '../../../lib/rules/cloud/backup.ts';
import type { ImageProgress } from '../../../lib/rules/cloud/compute/spec.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { moveTask } from '../../jobs/tasks.ts';
import { markStale } from '../../live/stale.ts';
import type { cloudJobs } from '../jobs.ts';
import { advanceProgress, readDriverProgress } from '../progress.ts';
import { type BackupRow, beginBackup, followBackupAt, loadBackups } from './store.ts';

const isUnderWay = ({ status }: Pick<BackupRow, 'status'>) => status === 'creating' || status === 'removing';

/** Polls the driver for the progress of a backup, and stores the outcome. Repeats until then, also after the process was killed. */
export const followBackup: JobHandler<typeof cloudJobs.followBackup> = async (ctx, { backupId }) => {
  const { compute } = ctx.services.drivers;
  const row = await ctx.services.store.reader.selectFrom('backup').selectAll().where('id', '=', backupId).executeTakeFirst();
  if (!row || !isUnderWay(row) || !compute) return;
  const progress = await readDriverProgress(ctx, compute.images, backupId);
  await ctx.services.store.write(`account:${row.accountId}`, (tx) => note(tx, ctx, backupId, progress));
};

async function note(tx: Tx, ctx: JobCtx, backupId: string, reported: ImageProgress | null | undefined): Promise<void> {
  const row = await tx.selectFrom('backup').selectAll().where('id', '=', backupId).executeTakeFirst();
  if (!row || !isUnderWay(row)) return;
  const step = await advanceProgress(tx, ctx.now, 'backup', backupId, reported);
  if (step.is === 'waiting') return followBackupAt(tx, ctx, backupId, step.retryIn);
  if (step.is === 'working') {
    if (row.taskId) await moveTask(tx, ctx, row.taskId, { status: 'running', percent: step.percent });
    return followBackupAt(tx, ctx, backupId);
  }
  markStale(tx, row.accountId, 'backup', ctx.now);
  markStale(tx, row.accountId, 'server', ctx.now);
  if (step.is === 'failed') {
    const { key: message, params } = step.failure;
    if (row.taskId) await moveTask(tx, ctx, row.taskId, { status: 'failed', percent: 100, message, params });
    await tx
      .updateTable('backup')
      .set({ status: 'failed', taskId: null, problem: message, problemParams: params })
      .where('id', '=', backupId)
      .execute();
    return;
  }
  if (row.taskId)
    await moveTask(tx, ctx, row.taskId, { status: 'done', percent: 100, message: key('backup:done'), params: { name: row.name } });
  if (row.status === 'removing') {
    await tx.deleteFrom('backup').where('id', '=', backupId).execute();
    return;
  }
  await tx
    .updateTable('backup')
    .set({ status: 'ready', taskId: null, size: step.progress?.size ?? 0, meteredUntil: ctx.now })
    .where('id', '=', backupId)
    .execute();
  await prune(tx, ctx, row);
}

/** Deletes what the schedule no longer keeps, once there is a newer one. */
async function prune(tx: Tx, ctx: JobCtx, { accountId, sourceId }: BackupRow): Promise<void> {
  const schedule = await tx.selectFrom('backupSchedule').select('keep').where('sourceId', '=', sourceId).executeTakeFirst();
  if (!schedule) return;
  const ready = (await loadBackups(tx, { id: accountId })).filter((one) => one.sourceId === sourceId && one.status === 'ready');
  const gone = new Set(expired(ready, schedule.keep).map(({ id }) => id));
  // Newest first: no backup is left without its parent.
  for (const row of ready.filter(({ id }) => gone.has(id)).reverse()) await beginBackup(tx, ctx, row, 'removing');
}
