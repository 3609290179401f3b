import type { Desired } from '../db/schema.ts';
import type { coreJobs } from './coreJobs.ts';
import { enqueueReconcile, selectDriver } from './desired.ts';
import type { JobCtx, JobHandler } from './jobs.ts';

const BATCH = 500;
const OBSERVE_MS = 2_000;

/**
 * Finds desired states that the engine doesn't have, and enqueues them: changes from before an engine was connected, a replaced
 * engine, or a lost job. When a process starts (`isStart`), it also compares with the actual state of the engine, and
 * retries refused states, because the operator may have fixed the cause.
 */
export const reconcileSweep: JobHandler<typeof coreJobs.reconcileSweep> = async (ctx, { isStart = false }) => {
  const { services, signal, now } = ctx;
  const connected = Object.values(services.drivers).flatMap((driver) => driver?.id ?? []);
  let after = '';
  while (connected.length > 0 && !signal.aborted) {
    let query = services.store.reader.selectFrom('desired').selectAll().where('id', '>', after);
    // The results include refused ones: they are few and are skipped below.
    if (!isStart) query = query.where((e) => e.or([e('status', '!=', 'done'), e('observedBy', 'not in', connected)]));
    const rows = await query.orderBy('id').limit(BATCH).execute();
    const behind: Desired[] = [];
    for (const row of rows) if (await isBehind(services, row, isStart, signal)) behind.push(row);
    if (behind.length > 0)
      await services.store.write('reconcile.sweep', async (tx) => {
        for (const row of behind) {
          // A failed one already has the time of its next attempt.
          const isScheduled = row.status === 'failed' && !isStart;
          if (!isScheduled)
            await tx
              .updateTable('desired')
              .set({ status: 'waiting', nextAttemptAt: null, updatedAt: now })
              .where('id', '=', row.id)
              .where('wantedVersion', '=', row.wantedVersion)
              .execute();
          await enqueueReconcile(tx, services, row, isScheduled ? (row.nextAttemptAt ?? 0) : 0);
        }
      });
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
};

async function isBehind(services: JobCtx['services'], row: Desired, isStart: boolean, end: AbortSignal): Promise<boolean> {
  const driver = selectDriver(services, row.kind);
  if (!driver) return false;
  const isReached = row.status === 'done' && row.observedBy === driver.id && row.observedVersion === row.wantedVersion;
  if (!isReached) return isStart || row.status !== 'failed' || row.nextAttemptAt !== null;
  if (!isStart) return false;
  try {
    const observed = await driver.observe(row.entityId, AbortSignal.any([AbortSignal.timeout(OBSERVE_MS), end]));
    return observed !== (row.isRemoved ? null : row.observedVersion);
  } catch {
    // No response means that the state is unknown.
    return false;
  }
}
