import { key } from '../../../lib/i18n/key.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import type { ImageProgress, ServerProgress } from '../../../lib/rules/cloud/compute/spec.ts';
import { isBusy } from '../../../lib/rules/cloud/server/states.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { within } from '../../drivers/within.ts';
import { desiredId, setDesired } from '../../jobs/desired.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { moveTask } from '../../jobs/tasks.ts';
import { markStale } from '../../live/stale.ts';
import type { cloudJobs } from '../jobs.ts';
import { desiredFailure } from '../progress.ts';
import { end, endEvent, follow } from './act.ts';
import { skipAddresses, storeAddresses } from './addresses.ts';

/** Retry delay when the driver doesn't respond. */
const SILENT_MS = 15_000;
const MOST_MS = 60_000;
/** Why a system didn't accept a password. */
const NO_AGENT = key('server:reason.noAgent');

interface ObservedProgress {
  server: ServerProgress | null;
  image: ImageProgress | null;
}

/**
 * Polls the driver for the progress of a server's action, and stores it: state, percent, and outcome. Repeats until the action has
 * ended, so no action stays in progress forever; after a crash it continues on the next start.
 */
export const followServer: JobHandler<typeof cloudJobs.followServer> = async (ctx, { serverId }) => {
  const { compute } = ctx.services.drivers;
  const row = await ctx.services.store.reader.selectFrom('server').selectAll().where('id', '=', serverId).executeTakeFirst();
  if (!row || !isBusy(row.state) || !compute) return;
  let progress: ObservedProgress;
  try {
    progress = await readProgress(ctx, compute, row);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.services.log.warn({ err: error, server: serverId }, 'compute driver failed to report progress');
    await ctx.services.store.write(`server:${serverId}`, (tx) => follow(tx, ctx, serverId, SILENT_MS));
    return;
  }
  await ctx.services.store.write(`account:${row.accountId}`, (tx) => note(tx, ctx, serverId, progress));
};

async function readProgress(ctx: JobCtx, compute: ComputeDriver, row: ServerRow): Promise<ObservedProgress> {
  const snapshotId = row.state === 'snapshotting' ? await findBusyTask(ctx.services.store.reader, row.id) : null;
  return within(compute.timeoutMs, ctx.signal, async (signal) => ({
    server: await compute.progress(row.id, signal),
    image: snapshotId === null ? null : await compute.images.progress(snapshotId, signal),
  }));
}

const findBusyTask = async (db: Pick<Tx, 'selectFrom'>, serverId: string): Promise<string | null> =>
  (await db.selectFrom('snapshot').select('id').where('serverId', '=', serverId).where('status', '=', 'creating').executeTakeFirst())?.id ??
  null;

/** Stores a report, in one transaction with its consequences. */
async function note(tx: Tx, ctx: JobCtx, serverId: string, { server, image }: ObservedProgress): Promise<void> {
  const row = await tx.selectFrom('server').selectAll().where('id', '=', serverId).executeTakeFirst();
  if (!row || !isBusy(row.state)) return;
  const snapshotId = row.state === 'snapshotting' ? await findBusyTask(tx, row.id) : null;
  const id = snapshotId === null ? desiredId('server', row.id) : desiredId('serverImage', snapshotId);
  const desired = await tx.selectFrom('desired').selectAll().where('id', '=', id).executeTakeFirst();
  const refusal = desired && desiredFailure(desired);
  const finish = (failure: { key: TKey; params?: TParams } | null) => finished(tx, ctx, row, snapshotId, failure, server, image);
  if (refusal) return finish(refusal);
  if (desired?.status !== 'done') {
    // Not accepted yet: the reconciler retries automatically.
    const wait = desired?.nextAttemptAt ? Math.min(MOST_MS, Math.max(0, desired.nextAttemptAt - ctx.now) + 1_000) : undefined;
    return follow(tx, ctx, serverId, wait);
  }
  if (row.state === 'removing') return removed(tx, ctx, row);
  const progress = snapshotId === null ? server : image;
  // A report about an older version doesn't apply.
  if (progress && progress.version < desired.wantedVersion) return follow(tx, ctx, serverId);
  if (progress?.failure) return finish(progress.failure);
  if (progress && progress.phase !== null) {
    if (snapshotId === null && progress.phase !== row.state) {
      await tx.updateTable('server').set({ state: progress.phase }).where('id', '=', row.id).execute();
      markStale(tx, row.accountId, 'server', ctx.now);
    }
    if (row.taskId) await moveTask(tx, ctx, row.taskId, { status: 'running', percent: progress.percent });
    return follow(tx, ctx, serverId);
  }
  return finish(null);
}

async function finished(
  tx: Tx,
  ctx: JobCtx,
  row: ServerRow,
  snapshotId: string | null,
  failure: { key: TKey; params?: TParams } | null,
  server: ServerProgress | null,
  image: ImageProgress | null,
): Promise<void> {
  if (snapshotId !== null) {
    await tx
      .updateTable('snapshot')
      .set({ status: failure ? 'failed' : 'ready', size: image?.size ?? null, meteredUntil: ctx.now })
      .where('id', '=', snapshotId)
      .execute();
    markStale(tx, row.accountId, 'snapshot', ctx.now);
    return end(tx, ctx, row, failure, {}, { isUnharmed: true });
  }
  const isAssigned = await storeAddresses(tx, ctx, row, server?.addresses ?? []);
  const outcome = failure ?? (isAssigned ? null : { key: key('server:reason.noAddress') });
  // The system goes on with the password that it has. Without the new one, all other actions are possible.
  const isPassword = outcome?.key === NO_AGENT;
  const isDone = outcome === null || isPassword;
  // It was made again, and may run although something else failed afterward.
  const isBack = row.lostAt !== null && (isDone || server?.power === 'on');
  const restarts = row.state !== 'changing' && row.state !== 'stopping' && row.state !== 'resizing';
  const patch = {
    ...((isDone || isBack) && {
      ipv4: server?.ipv4 ?? row.ipv4,
      ipv6: server?.ipv6 ?? row.ipv6,
      poweredOnAt: row.power === 'off' ? null : restarts || row.poweredOnAt === null ? ctx.now : row.poweredOnAt,
    }),
    ...(isBack && { lostAt: null, meteredUntil: Math.max(row.meteredUntil, ctx.now) }),
    // The driver has it; it is only stored for a customer who hasn't read it.
    ...(isDone && (isPassword || row.passwordUntil === null) && { password: null }),
  };
  if (isBack) await skipAddresses(tx, row.id, ctx.now);
  await end(tx, ctx, row, outcome, patch, { isUnharmed: isPassword });
  if (isPassword) await setDesired(tx, ctx, { kind: 'server', entityId: row.id, accountId: row.accountId, domainId: null });
}

async function removed(tx: Tx, ctx: JobCtx, row: ServerRow): Promise<void> {
  await endEvent(tx, ctx, row, null);
  await tx.deleteFrom('server').where('id', '=', row.id).execute();
  markStale(tx, row.accountId, 'server', ctx.now);
}
