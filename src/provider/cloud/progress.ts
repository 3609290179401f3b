import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { Desired, Tx } from '../db/schema.ts';
import type { Progress, Things } from '../drivers/compute/compute.ts';
import type { Snapshot } from '../drivers/driver.ts';
import { within } from '../drivers/within.ts';
import { desiredId } from '../jobs/desired.ts';
import type { JobCtx } from '../jobs/jobs.ts';
import type { DesiredKind } from '../kernel/desiredKinds.ts';

/** Poll intervals of a driver: the first; after no response; and the maximum while its reconciler waits. */
export const ASK_MS = 2_000;
const SILENT_MS = 15_000;
const MOST_MS = 60_000;

export interface Failure {
  key: TKey;
  params: TParams;
}

/** The driver's progress of an action. */
export type Step<P> =
  | { is: 'waiting'; askIn: number }
  | { is: 'working'; percent: number }
  | { is: 'failed'; failure: Failure }
  | { is: 'done'; progress: P | null };

/** A version that the driver refused permanently; null: none. */
export function refusalOf({ status, nextAttemptAt, reason, reasonParams }: Desired): Failure | null {
  if (status !== 'failed' || nextAttemptAt !== null || reason === null) return null;
  return { key: reason as TKey, params: JSON.parse(reasonParams ?? '{}') as TParams }; // as the reconciler writes it
}

/** The driver's report of an item; undefined: no response. */
export async function askDriver<S extends Snapshot, P extends Progress>(
  ctx: JobCtx,
  things: Things<S, P>,
  id: string,
): Promise<P | null | undefined> {
  try {
    return await within(things.timeoutMs, ctx.signal, (signal) => things.progress(id, signal));
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.log.warn({ err: error, thing: id }, 'compute driver failed to report progress');
    return undefined;
  }
}

/**
 * Combines the state of the reconciler and the driver's report, in the transaction that stores the result.
 * @param said by `askDriver`, before the transaction
 */
export async function stepOf<P extends Progress>(
  tx: Tx,
  now: number,
  kind: DesiredKind,
  entityId: string,
  said: P | null | undefined,
): Promise<Step<P>> {
  const desired = await tx.selectFrom('desired').selectAll().where('id', '=', desiredId(kind, entityId)).executeTakeFirst();
  const failure = desired && refusalOf(desired);
  if (failure) return { is: 'failed', failure };
  if (desired?.status !== 'done') {
    // Not accepted yet: the reconciler retries automatically.
    const wait = desired?.nextAttemptAt ? Math.max(0, desired.nextAttemptAt - now) + 1_000 : ASK_MS;
    return { is: 'waiting', askIn: Math.min(MOST_MS, wait) };
  }
  if (said === undefined) return { is: 'waiting', askIn: SILENT_MS };
  // A report about an older version doesn't apply.
  if (said && said.version < desired.wantedVersion) return { is: 'waiting', askIn: ASK_MS };
  if (said?.failure) return { is: 'failed', failure: { key: said.failure.key, params: said.failure.params ?? {} } };
  return said && said.phase !== null ? { is: 'working', percent: said.percent } : { is: 'done', progress: said };
}
