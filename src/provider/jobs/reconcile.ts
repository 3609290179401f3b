import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { Desired, Tx } from '../db/schema.ts';
import { DriverFault, DriverRefusal, Outdated } from '../drivers/driver.ts';
import { within } from '../drivers/within.ts';
import { markStale } from '../live/stale.ts';
import type { coreJobs } from './coreJobs.ts';
import { desiredId, enqueueReconcile, selectDriver } from './desired.ts';
import type { JobCtx, JobHandler } from './jobs.ts';
import { moveTask, startTask } from './tasks.ts';

/** Work that takes longer than this is shown in the activity tray. */
const VISIBLE_AFTER_MS = 2_000;
/** Delays of 5 s, 10 s, 20 s … up to an hour, plus up to a quarter, so that a thousand zones aren't retried at the same moment. */
const waitAfter = (failed: number): number => Math.min(5_000 * 2 ** (failed - 1), 3_600_000) * (1 + Math.random() / 4);

/** An engine that reports being ahead this often is treated as one that doesn't respond. */
const MAX_OVERTAKES = 3;

/**
 * Brings an engine to the desired state of one entity and records the result. It may crash at any point: the engine accepts
 * the same version again, and refuses an older one.
 */
export const reconcile: JobHandler<typeof coreJobs.reconcile> = async (ctx, { kind, entityId }) => {
  const { registry } = ctx.services;
  const driver = selectDriver(ctx.services, kind);
  if (!driver) return;
  // Read before the work: an engine that loses its state meanwhile has another ID.
  const engine = driver.id;
  const found = await ctx.services.store.snapshot(async (tx) => {
    const row = await tx.selectFrom('desired').selectAll().where('id', '=', desiredId(kind, entityId)).executeTakeFirst();
    return row && { row, state: row.isRemoved ? null : await registry.desired[kind].load(tx, entityId, row.wantedVersion, ctx) };
  });
  if (!found || isSettled(found.row, engine)) return;
  const { row, state } = found;
  if (state === 'later') {
    // What it waits for enqueues it again. Meanwhile nothing of an earlier owner is served; this version stays unused.
    await within(driver.timeoutMs, ctx.signal, async (signal) => {
      if ((await driver.observe(entityId, signal)) !== null) await driver.remove({ id: entityId, version: row.wantedVersion - 1 }, signal);
    });
    return;
  }
  if (row.nextAttemptAt !== null && row.nextAttemptAt > ctx.now) {
    // Enqueued too early, for example by sweeps in two processes.
    await ctx.services.store.write(row.id, (tx) => enqueueReconcile(tx, ctx.services, row, row.nextAttemptAt ?? 0));
    return;
  }

  const task = showWhenSlow(ctx, row);
  const { metrics } = ctx.services;
  const began = performance.now();
  if (!state) await registry.desired[kind].beforeRemoval?.(ctx, entityId);
  try {
    await within(driver.timeoutMs, ctx.signal, (signal) =>
      state ? driver.apply(state, signal) : driver.remove({ id: entityId, version: row.wantedVersion }, signal),
    );
  } catch (error) {
    // The process is ending: the result is unknown, and the job runs again.
    if (ctx.signal.aborted) throw error;
    metrics.driverUpdates.inc({ kind, result: error instanceof DriverRefusal ? 'refused' : 'failed' });
    await ctx.services.store.write(row.id, (tx) => fail(tx, ctx, row, error));
    await task.end('failed', failureReason(error));
    return;
  } finally {
    metrics.driverDuration.observe({ kind }, (performance.now() - began) / 1000);
  }
  metrics.driverUpdates.inc({ kind, result: 'applied' });
  await ctx.services.store.write(row.id, (tx) => succeed(tx, ctx, row, engine));
  await task.end('done');
};

/** Nothing to do: the engine has this version or has refused it. */
const isSettled = (row: Desired, driverId: string): boolean =>
  row.status === 'done'
    ? row.observedVersion === row.wantedVersion && row.observedBy === driverId
    : row.status === 'failed' && row.nextAttemptAt === null;

async function succeed(tx: Tx, ctx: JobCtx, { id, kind, accountId, wantedVersion: version }: Desired, driverId: string): Promise<void> {
  // Open windows show the progress (`Domain.deploy`).
  markStale(tx, accountId, ctx.services.registry.desired[kind].group, ctx.now);
  // Of two processes the slower one may finish last: the observed version never decreases.
  await tx
    .updateTable('desired')
    .set({ observedVersion: version, observedBy: driverId, observedAt: ctx.now, updatedAt: ctx.now })
    .where('id', '=', id)
    .where((e) => e.or([e('observedVersion', '<=', version), e('observedBy', '!=', driverId)]))
    .execute();
  await tx
    .updateTable('desired')
    .set({ status: 'done', reason: null, reasonParams: null, attempts: 0, nextAttemptAt: null })
    .where('id', '=', id)
    .where('wantedVersion', '=', version)
    .execute();
}

async function fail(tx: Tx, ctx: JobCtx, row: Desired, error: unknown): Promise<void> {
  ctx.services.log.warn({ err: error, desired: row.id, version: row.wantedVersion }, 'driver rejected the desired state');
  if (error instanceof Outdated && row.attempts < MAX_OVERTAKES) {
    await catchUp(tx, ctx, row, error.stored);
    return;
  }
  const { group, alsoIn = [] } = ctx.services.registry.desired[row.kind];
  for (const one of [group, ...alsoIn]) markStale(tx, row.accountId, one, ctx.now);
  const { key, params } = failureReason(error);
  const attempts = row.attempts + 1;
  const nextAttemptAt = error instanceof DriverRefusal ? null : ctx.now + Math.round(waitAfter(attempts));
  const { numUpdatedRows } = await tx
    .updateTable('desired')
    .set({ status: 'failed', reason: key, reasonParams: params, attempts, nextAttemptAt, updatedAt: ctx.now })
    .where('id', '=', row.id)
    // The first attempt of a newer version is immediate; its job is already enqueued.
    .where('wantedVersion', '=', row.wantedVersion)
    .executeTakeFirst();
  if (numUpdatedRows > 0n && nextAttemptAt !== null) await enqueueReconcile(tx, ctx.services, row, nextAttemptAt);
}

/** The engine is ahead: either there is a newer desired version, or the database was restored and has to overtake the engine. */
async function catchUp(tx: Tx, ctx: JobCtx, row: Desired, stored: number): Promise<void> {
  const version = stored + 1;
  const { numUpdatedRows } = await tx
    .updateTable('desired')
    .set({ wantedVersion: version, status: 'waiting', attempts: row.attempts + 1, updatedAt: ctx.now })
    .where('id', '=', row.id)
    .where('wantedVersion', '<=', stored)
    // If there is a newer desired version, the engine may already have it.
    .where('wantedVersion', '=', row.wantedVersion)
    .executeTakeFirst();
  if (numUpdatedRows > 0n && !row.isRemoved) await ctx.services.registry.desired[row.kind].raise(tx, row.entityId, version);
  await enqueueReconcile(tx, ctx.services, row);
}

/** The message for the customer. Messages of the engine are only logged: they may be about other customers. */
function failureReason(error: unknown): { key: TKey; params: TParams } {
  if (error instanceof DriverRefusal) return error;
  if (error instanceof DriverFault) return { key: error.key, params: {} };
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return { key: isLate ? 'deploy:reason.timeout' : 'deploy:reason.unreachable', params: {} };
}

/** The task of an attempt that takes long or fails for the first time; a quick success has none. */
function showWhenSlow(ctx: JobCtx, row: Desired) {
  let shown: Promise<string | null> | null = null;
  const begin = async (tx: Tx): Promise<string | null> => {
    // The account may be deleted while its zone is still being removed.
    const owner = await tx.selectFrom('user').select('id').where('id', '=', row.accountId).executeTakeFirst();
    if (!owner) return null;
    const { task, group } = ctx.services.registry.desired[row.kind];
    if (task === null) return null;
    const entity = { type: group, id: row.domainId ?? row.entityId, name: row.entityId };
    const id = await startTask(tx, ctx, { accountId: row.accountId, kind: task, entity });
    await moveTask(tx, ctx, id, { status: 'running' });
    return id;
  };
  const start = () => {
    shown ??= ctx.services.store.write(row.id, begin).catch(() => null);
    return shown;
  };
  const timer = setTimeout(start, VISIBLE_AFTER_MS);
  return {
    async end(status: 'done' | 'failed', reason?: { key: TKey; params: TParams }): Promise<void> {
      clearTimeout(timer);
      const isNews = status === 'failed' && row.attempts === 0;
      const id = shown || isNews ? await start() : null;
      if (id === null) return;
      const message = reason ? { message: reason.key, params: reason.params } : {};
      await ctx.services.store.write(row.id, (tx) => moveTask(tx, ctx, id, { status, ...message }));
    },
  };
}
