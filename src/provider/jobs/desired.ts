import type { GroupName } from '../../lib/contract/index.ts';
import type { TaskKind } from '../../lib/rules/core/taskTitles.ts';
import type { Services, Work } from '../core/services.ts';
import type { Desired, Tx } from '../db/schema.ts';
import type { Driver, Snapshot } from '../drivers/driver.ts';
import type { Drivers } from '../drivers/drivers.ts';
import type { DesiredKind } from '../kernel/desiredKinds.ts';
import { coreJobs } from './coreJobs.ts';
import type { JobCtx } from './jobs.ts';

/** A kind of desired state for an engine, declared in a line's manifest. */
export interface DesiredState {
  /** The engine; null: none is connected. */
  driver(drivers: Drivers): Driver<Snapshot, object> | null;
  /** The state at a version, read in one snapshot; null when the entity is gone, `later` if the engine doesn't get it yet. */
  load(tx: Tx, entityId: string, version: number, work: Pick<Work, 'now' | 'services'>): Promise<Snapshot | 'later' | null>;
  /** Writes a version that was raised by the reconciler to the entity. */
  raise(tx: Tx, entityId: string, version: number): Promise<unknown>;
  /** Reads what the engine forgets with the removal. It runs before each attempt; it must not fail when the engine doesn't respond. */
  beforeRemoval?(ctx: JobCtx, entityId: string): Promise<void>;
  /** The task in the activity tray; null: the code that sets the state has its own task. */
  task: TaskKind | null;
  /** The group of calls that shows the progress, and the entity type of its task. */
  group: GroupName;
  /** Other groups whose calls show a failure. */
  alsoIn?: readonly GroupName[];
}

export interface DesiredTarget {
  kind: DesiredKind;
  entityId: string;
  accountId: string;
  /** Null: no domain. */
  domainId: string | null;
  /** True: the engine has to remove it. */
  isRemoved?: boolean;
}

export const desiredId = (kind: DesiredKind, entityId: string): string => `${kind}:${entityId}`;
export const selectDriver = ({ drivers, registry }: Pick<Services, 'drivers' | 'registry'>, kind: DesiredKind) =>
  registry.desired[kind].driver(drivers);

/**
 * Sets the state that this transaction leaves as desired: raises the version and enqueues the job that brings the engine there. The
 * failures of older versions are cleared. Without an engine the version is stored until one is connected.
 * @returns the new version; the versions of a removed entity continue when one of the same name is added
 */
export async function setDesired(tx: Tx, { now, services }: Pick<Work, 'now' | 'services'>, target: DesiredTarget): Promise<number> {
  const { kind, entityId, accountId, domainId, isRemoved = false } = target;
  const state = {
    domainId,
    accountId,
    isRemoved,
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
  if (selectDriver(services, kind)) await enqueueReconcile(tx, services, { kind, entityId });
  return wantedVersion;
}

/** One job per entity, however often it is enqueued. */
export const enqueueReconcile = (
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  { kind, entityId }: Pick<Desired, 'kind' | 'entityId'>,
  runAt = 0,
): Promise<void> => jobs.enqueue(tx, coreJobs.reconcile, { kind, entityId }, { runAt });
