import type { Desired, Tx } from '../db/schema.ts';
import type { DesiredTable } from '../db/tables/work.ts';
import type { Drivers } from '../drivers/drivers.ts';
import type { Jobs } from './jobs.ts';

/** Who may want something: a call's `Ctx`, or a job's. */
export interface Wanting {
  now: number;
  services: { drivers: Drivers; jobs: Pick<Jobs, 'ask'> };
}

export interface Want {
  kind: DesiredTable['kind'];
  entityId: string;
  userId: string;
  domainId: string;
  /** True: the engine shall forget it. */
  isRemoved?: boolean;
}

export const desiredId = (kind: DesiredTable['kind'], entityId: string): string => `${kind}:${entityId}`;
export const driverOf = (drivers: Drivers, kind: DesiredTable['kind']) => ({ zone: drivers.dns })[kind];

/**
 * Wants the state that this transaction leaves behind: raises the version and asks for the job that brings the engine there. What
 * was wrong with an older version counts no more. Where no engine is connected the version is kept for the day that one is.
 * @returns the new version; it goes on where a removed thing of the same name ended
 */
export async function want(tx: Tx, { now, services }: Wanting, wanted: Want): Promise<number> {
  const { kind, entityId, userId, domainId, isRemoved = false } = wanted;
  const state = {
    domainId,
    userId,
    isRemoved: isRemoved ? 1 : 0,
    status: 'waiting',
    reason: null,
    reasonParams: null,
    attempts: 0,
    nextAttemptAt: null,
    updatedAt: now,
  } as const;
  const { wantedVersion } = await tx
    .insertInto('desired')
    .values({
      id: desiredId(kind, entityId),
      kind,
      entityId,
      wantedVersion: 1,
      observedVersion: 0,
      observedBy: null,
      observedAt: null,
      ...state,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((e) => ({ ...state, wantedVersion: e('desired.wantedVersion', '+', 1) })))
    .returning('wantedVersion')
    .executeTakeFirstOrThrow();
  if (driverOf(services.drivers, kind)) await askToReconcile(tx, services, { kind, entityId });
  return wantedVersion;
}

/** One job for each thing, however often it is asked for. */
export const askToReconcile = (
  tx: Tx,
  { jobs }: Pick<Wanting['services'], 'jobs'>,
  { kind, entityId }: Pick<Desired, 'kind' | 'entityId'>,
  runAt = 0,
): Promise<void> => jobs.ask(tx, 'reconcile', { key: `reconcile:${desiredId(kind, entityId)}`, payload: { kind, entityId }, runAt });
