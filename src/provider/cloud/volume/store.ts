import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Volume } from '../../../lib/contract/cloud/volume.ts';
import { byName } from '../../../lib/format/order.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { toPrice } from '../../../lib/rules/cloud/price.ts';
import { type Rates, volumeRate } from '../../../lib/rules/cloud/rates.ts';
import { isVolumeBusy, type VolumeAction, type VolumeState, volumeDevice, volumeFault } from '../../../lib/rules/cloud/volume.ts';
import { iso } from '../../../lib/time.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { Services, Work } from '../../core/services.ts';
import { ownedVolumes } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { VolumeTable } from '../../db/tables/cloud/volume.ts';
import { setDesired } from '../../jobs/desired.ts';
import { moveTask, startTask } from '../../jobs/tasks.ts';
import { refuse } from '../../kernel/refusal.ts';
import { markStale } from '../../live/stale.ts';
import { cloudJobs } from '../jobs.ts';
import { loadMembers, type Member } from '../members.ts';
import { type CenterOf, loadCenters } from '../offer.ts';
import { currentRates } from '../prices.ts';
import { REQUEST_MS } from '../progress.ts';

export type VolumeRow = Selectable<VolumeTable>;
/** A volume with its data in other tables. */
type VolumeViewRow = VolumeRow & {
  percent: number | null;
  desiredStatus: string | null;
  reason: string | null;
  reasonParams: TParams | null;
  nextAttemptAt: number | null;
};

export const toEntity = ({ id, name }: Pick<VolumeRow, 'id' | 'name'>) => ({ type: 'volume', id, name });

/** The server that a volume is attached to. */
export const findAttachedServer = (members: readonly Member[], volumeId: string): Member | null =>
  members.find(({ settings }) => settings.volumeIds.includes(volumeId)) ?? null;

/** Volumes of the account as calls return them, by name. @param volumeId only this one */
export async function readVolumes(
  db: Db | Tx,
  { account, t, now, locale }: Pick<SignedIn, 'account' | 't' | 'now' | 'locale'>,
  volumeId?: string,
): Promise<Volume[]> {
  const rows = await ownedVolumes(db, account)
    .selectAll('volume')
    .leftJoin('task', 'task.id', 'volume.taskId')
    .leftJoin('desired', (join) => join.on(sql<boolean>`desired.id = 'volume:' || volume.id`))
    .select(['task.percent', 'desired.status as desiredStatus', 'desired.reason', 'desired.reasonParams', 'desired.nextAttemptAt'])
    .$if(volumeId !== undefined, (query) => query.where('volume.id', '=', volumeId ?? ''))
    .orderBy('volume.id')
    .execute();
  const members = await loadMembers(db, account);
  const rates = await currentRates(db, now);
  const centerOf = await loadCenters(db, locale);
  return byName(rows, locale).map((row) => toVolume(row as VolumeViewRow, members, centerOf, rates, t)); // the joins are null where there is nothing
}

function volumeProblem(row: VolumeViewRow, t: Translate): Volume['problem'] {
  const translate = (key: string, params: TParams | null) => t(key as TKey, params ?? {}); // as it was written
  if (row.state === 'failed' && row.problem) return { message: translate(row.problem, row.problemParams), nextAttemptAt: null };
  if (isVolumeBusy(row.state) && row.desiredStatus === 'failed' && row.reason)
    return {
      message: translate(row.reason, row.reasonParams),
      nextAttemptAt: row.nextAttemptAt === null ? null : iso(row.nextAttemptAt),
    };
  return null;
}

function toVolume(row: VolumeViewRow, members: readonly Member[], centerOf: CenterOf, rates: Rates, t: Translate): Volume {
  const server = findAttachedServer(members, row.id);
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    type: row.type,
    fileSystem: row.fileSystem,
    mountPoint: row.mountPoint,
    device: volumeDevice(row.id),
    datacenterId: row.dataCenterId,
    dataCenter: centerOf(row.dataCenterId).name,
    server: server && { id: server.id, name: server.name },
    state: row.state,
    percent: isVolumeBusy(row.state) ? row.percent : null,
    problem: volumeProblem(row, t),
    suspended: row.suspendedAt !== null,
    monthly: toPrice(volumeRate(row.size, row.type, rates)).monthly,
    createdAt: iso(row.createdAt),
  };
}

/** The caller's volume; a foreign ID is refused like an unknown one. */
export async function ownVolume(db: Db | Tx, account: { id: string }, volumeId: string): Promise<VolumeRow> {
  return (
    (await ownedVolumes(db, account).selectAll('volume').where('volume.id', '=', volumeId).executeTakeFirst()) ??
    refuse(404, 'error:notFound')
  );
}

/** Refuses actions that the action table forbids in the volume's current state. */
export function refuseVolumeFault(row: VolumeRow, server: Member | null, action: VolumeAction, services: Pick<Services, 'drivers'>): void {
  if (!services.drivers.compute) refuse(409, 'server:reason.noCompute');
  const fault = volumeFault({ state: row.state, attached: server !== null, suspended: row.suspendedAt !== null }, action);
  if (!fault) return;
  if (action === 'remove' && server)
    refuse(409, 'volume:error.inUse', {
      params: { name: row.name, server: server.name },
      extra: { server: { id: server.id, name: server.name } },
    });
  refuse(409, fault, { extra: { state: row.state } });
}

export const followVolumeAt = (
  tx: Tx,
  { services, now }: Pick<Work, 'services' | 'now'>,
  volumeId: string,
  inMs = REQUEST_MS,
): Promise<void> => services.jobs.enqueue(tx, cloudJobs.followVolume, { volumeId }, { runAt: now + inMs });

const doings = { creating: 'create', growing: 'resize', restoring: 'restore', removing: 'remove' } as const satisfies Partial<
  Record<VolumeState, string>
>;
export type VolumeDoing = keyof typeof doings;

/**
 * Begins work on a volume in the transaction that decides on it: its state, a task, and what the driver has to reach. The driver is told
 * afterward, as often as it takes.
 */
export async function beginVolume(
  tx: Tx,
  ctx: Work,
  row: VolumeRow,
  state: VolumeDoing,
  patch: Partial<VolumeRow> = {},
): Promise<{ row: VolumeRow; taskId: string }> {
  const { id, accountId } = row;
  const taskId = await startTask(tx, ctx, { accountId, kind: `volume.${doings[state]}`, entity: toEntity(row) });
  await moveTask(tx, ctx, taskId, { status: 'running', percent: 0 });
  const next: VolumeRow = { ...row, ...patch, state, doing: state, problem: null, problemParams: null, taskId };
  const { id: _, ...values } = next;
  await tx.updateTable('volume').set(values).where('id', '=', id).execute();
  await setDesired(tx, ctx, { kind: 'volume', entityId: id, accountId, domainId: null, isRemoved: state === 'removing' });
  await followVolumeAt(tx, ctx, id);
  markStale(tx, accountId, 'volume', ctx.now);
  return { row: next, taskId };
}
