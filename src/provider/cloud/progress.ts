import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { Progress } from '../../lib/rules/cloud/compute/spec.ts';
import type { Desired, Tx } from '../db/schema.ts';
import type { Resources } from '../drivers/compute/compute.ts';
import type { Snapshot } from '../drivers/driver.ts';
import { within } from '../drivers/within.ts';
import { desiredId } from '../jobs/desired.ts';
import type { JobCtx } from '../jobs/jobs.ts';
import type { DesiredKind } from '../kernel/desiredKinds.ts';

/** Poll intervals of a driver: the first; after no response; and the maximum while its reconciler waits. */
export const REQUEST_MS = 2_000;
const SILENT_MS = 15_000;
const MOST_MS = 60_000;

export interface Failure {
  key: TKey;
  params: TParams;
}

/** The driver's progress of an action. */
export type Step<P> =
  | { is: 'waiting'; retryIn: number }
  | { is: 'working'; percent: number }
  | { is: 'failed'; failure: Failure }
  | { is: 'done'; progress: P | null };

/** A version that the driver refused permanently; null: none. */
export function desiredFailure({ status, nextAttemptAt, reason, reasonParams }: Desired): Failure | null {
  if (status !== 'failed' || nextAttemptAt !== null || reason === null) return null;
  return { key: reason as TKey, params: reasonParams ?? {} }; // as the reconciler writes it
}

/** The driver's report of an item; undefined: no response. */
export async function readDriverProgress<S extends Snapshot, P extends Progress>(
  ctx: JobCtx,
  resources: Resources<S, P>,
  id: string,
): Promise<P | null | undefined> {
  try {
    return await within(resources.timeoutMs, ctx.signal, (signal) => resources.progress(id, signal));
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.services.log.warn({ err: error, resource: id }, 'compute driver failed to report progress');
    return undefined;
  }
}

/**
 * Combines the state of the reconciler and the driver's report, in the transaction that stores the result.
 * @param reported by `readDriverProgress`, before the transaction
 */
export async function advanceProgress<P extends Progress>(
  tx: Tx,
  now: number,
  kind: DesiredKind,
  entityId: string,
  reported: P | null | undefined,
): Promise<Step<P>> {
  const desired = await tx.selectFrom('desired').selectAll().where('id', '=', desiredId(kind, entityId)).executeTakeFirst();
  const failure = desired && desiredFailure(desired);
  if (failure) return { is: 'failed', failure };
  if (desired?.status !== 'done') {
    // Not accepted yet: the reconciler retries automatically.
    const wait = desired?.nextAttemptAt ? Math.max(0, desired.nextAttemptAt - now) + 1_000 : REQUEST_MS;
    return { is: 'waiting', retryIn: Math.min(MOST_MS, wait) };
  }
  if (reported === undefined) return { is: 'waiting', retryIn: SILENT_MS };
  // A report about an older version doesn't apply.
  if (reported && reported.version < desired.wantedVersion) return { is: 'waiting', retryIn: REQUEST_MS };
  if (reported?.failure) return { is: 'failed', failure: { key: reported.failure.key, params: reported.failure.params ?? {} } };
  return reported && reported.phase !== null ? { is: 'working', percent: reported.percent } : { is: 'done', progress: reported };
}
