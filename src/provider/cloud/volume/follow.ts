import { key } from '../../../lib/i18n/key.ts';
import type { Progress } from '../../../lib/rules/cloud/compute/spec.ts';
import { isVolumeBusy } from '../../../lib/rules/cloud/volume.ts';
import type { Tx } from '../../db/schema.ts';
import { setDesired } from '../../jobs/desired.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { moveTask } from '../../jobs/tasks.ts';
import { markStale } from '../../live/stale.ts';
import type { cloudJobs } from '../jobs.ts';
import { loadMembers } from '../members.ts';
import { advanceProgress, type Failure, readDriverProgress } from '../progress.ts';
import { chargeVolume } from './meter.ts';
import { findAttachedServer, followVolumeAt, type VolumeRow } from './store.ts';

/** Polls the driver for the progress of a volume, and stores the outcome. Repeats until then, also after the process was killed. */
export const followVolume: JobHandler<typeof cloudJobs.followVolume> = async (ctx, { volumeId }) => {
  const { compute } = ctx.services.drivers;
  const row = await ctx.services.store.reader.selectFrom('volume').selectAll().where('id', '=', volumeId).executeTakeFirst();
  if (!row || !isVolumeBusy(row.state) || !compute) return;
  const progress = await readDriverProgress(ctx, compute.volumes, volumeId);
  await ctx.services.store.write(`account:${row.accountId}`, (tx) => note(tx, ctx, volumeId, progress));
};

async function note(tx: Tx, ctx: JobCtx, volumeId: string, reported: Progress | null | undefined): Promise<void> {
  const row = await tx.selectFrom('volume').selectAll().where('id', '=', volumeId).executeTakeFirst();
  if (!row || !isVolumeBusy(row.state)) return;
  const step = await advanceProgress(tx, ctx.now, 'volume', volumeId, reported);
  if (step.is === 'waiting') return followVolumeAt(tx, ctx, volumeId, step.retryIn);
  if (step.is === 'working') {
    if (row.taskId) await moveTask(tx, ctx, row.taskId, { status: 'running', percent: step.percent });
    return followVolumeAt(tx, ctx, volumeId);
  }
  if (step.is === 'failed') await failed(tx, ctx, row, step.failure);
  else await done(tx, ctx, row);
  markStale(tx, row.accountId, 'volume', ctx.now);
}

async function done(tx: Tx, ctx: JobCtx, row: VolumeRow): Promise<void> {
  if (row.taskId)
    await moveTask(tx, ctx, row.taskId, { status: 'done', percent: 100, message: key('volume:done'), params: { name: row.name } });
  if (row.state === 'removing') {
    await tx.deleteFrom('volume').where('id', '=', row.id).execute();
    return;
  }
  // Started hours are charged at the old size; those of a new volume start now.
  if (row.billedSize > 0) await chargeVolume(tx, ctx, row);
  await tx
    .updateTable('volume')
    .set({ state: 'ready', taskId: null, billedSize: row.size, ...(row.billedSize === 0 && { meteredUntil: ctx.now }) })
    .where('id', '=', row.id)
    .execute();
}

async function failed(tx: Tx, ctx: JobCtx, row: VolumeRow, { key: message, params }: Failure): Promise<void> {
  if (row.taskId) await moveTask(tx, ctx, row.taskId, { status: 'failed', percent: 100, message, params });
  await tx
    .updateTable('volume')
    .set({ state: 'failed', taskId: null, problem: message, problemParams: params })
    .where('id', '=', row.id)
    .execute();
  // A server waiting for a volume that never comes would wait forever.
  if (row.billedSize === 0) await releaseVolume(tx, ctx, row);
}

/** Removes a volume from the settings of its server. */
export async function releaseVolume(tx: Tx, ctx: JobCtx, { id, accountId }: VolumeRow): Promise<void> {
  const server = findAttachedServer(await loadMembers(tx, { id: accountId }), id);
  if (!server) return;
  const settings = { ...server.settings, volumeIds: server.settings.volumeIds.filter((one) => one !== id) };
  await tx.updateTable('server').set({ settings }).where('id', '=', server.id).execute();
  await setDesired(tx, ctx, { kind: 'server', entityId: server.id, accountId, domainId: null });
  markStale(tx, accountId, 'server', ctx.now);
}
