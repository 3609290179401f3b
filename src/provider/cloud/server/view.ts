import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Server, ServerEvent } from '../../../lib/contract/cloud/server.ts';
import type { Stopped } from '../../../lib/contract/core/stopped.ts';
import { byName } from '../../../lib/format/order.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { defaultLocale, type Locale } from '../../../lib/i18n/locales.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import type { Cadence } from '../../../lib/rules/cloud/backup.ts';
import { serverPlans } from '../../../lib/rules/cloud/rates.ts';
import { applications, findRunnable } from '../../../lib/rules/cloud/recipes/applications.ts';
import { isBusy } from '../../../lib/rules/cloud/server/states.ts';
import { iso } from '../../../lib/time.ts';
import { ownedServers } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import type { ServerEventTable } from '../../db/tables/cloud/server.ts';
import { cloudCatalog } from '../catalog.ts';
import { type CenterOf, loadCenters } from '../offer.ts';
import { addressesByServer } from './addresses.ts';

/** A server with its data in other tables. */
type ServerViewRow = ServerRow & {
  percent: number | null;
  desiredStatus: string | null;
  reason: string | null;
  reasonParams: TParams | null;
  nextAttemptAt: number | null;
  snapshots: number | string;
  backups: number | string;
  lastBackupAt: number | null;
  backupEvery: Cadence | null;
  stopReason: Stopped['reason'] | null;
};

export const osName = (type: string, version: string): string =>
  cloudCatalog.operatingSystems.find((os) => os.type === type && os.version === version)?.name ?? `${type} ${version}`;

export interface ServerReader {
  account: { id: string };
  t: Translate;
  now: number;
  locale: Locale;
}

/** Servers of the account as calls return them, by name. `serverId`: only this one. `newest`: only this number, newest first. */
export async function readServers(
  db: Db | Tx,
  { account, t, now, locale }: ServerReader,
  { serverId, newest }: { serverId?: string; newest?: number } = {},
): Promise<Server[]> {
  const rows = await ownedServers(db, account)
    .selectAll('server')
    .leftJoin('task', 'task.id', 'server.taskId')
    .leftJoin('desired', (join) => join.on(sql<boolean>`desired.id = 'server:' || server.id`))
    .select(['task.percent', 'desired.status as desiredStatus', 'desired.reason', 'desired.reasonParams', 'desired.nextAttemptAt'])
    .select((e) =>
      e
        .selectFrom('snapshot')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('snapshot.serverId', '=', 'server.id')
        .whereRef('snapshot.accountId', '=', 'server.accountId')
        .as('snapshots'),
    )
    .leftJoin('backupSchedule', 'backupSchedule.sourceId', 'server.id')
    .select('backupSchedule.every as backupEvery')
    .select((e) => [
      e
        .selectFrom('backup')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('backup.sourceId', '=', 'server.id')
        .whereRef('backup.accountId', '=', 'server.accountId')
        .as('backups'),
      e
        .selectFrom('backup')
        .select((of) => of.fn.max('backup.createdAt').as('at'))
        .whereRef('backup.sourceId', '=', 'server.id')
        .whereRef('backup.accountId', '=', 'server.accountId')
        .where('backup.status', '=', 'ready')
        .as('lastBackupAt'),
    ])
    .select((e) =>
      // `stopReasons` are in the order of the alphabet.
      e
        .selectFrom('serverSuspension')
        .select((stop) => stop.fn.min('serverSuspension.reason').as('reason'))
        .whereRef('serverSuspension.serverId', '=', 'server.id')
        .as('stopReason'),
    )
    .$if(serverId !== undefined, (query) => query.where('server.id', '=', serverId ?? ''))
    .$if(newest !== undefined, (query) =>
      query
        .orderBy('server.createdAt', 'desc')
        .orderBy('server.id', 'desc')
        .limit(newest ?? 0),
    )
    .execute();
  const addresses = await addressesByServer(db, account, serverId);
  const centerOf = await loadCenters(db, locale);
  // Names of servers are ASCII, which has one order in all languages.
  const ordered = newest === undefined ? byName(rows, defaultLocale) : rows;
  return ordered.map((row) => toServer(row as ServerViewRow, addresses.get(row.id) ?? [], centerOf, t, now)); // the joins are null where there is nothing
}

function serverProblem(row: ServerViewRow, t: Translate): Server['problem'] {
  const translate = (key: string, params: TParams | null) => t(key as TKey, params ?? {}); // as it was written
  if (row.state === 'failed' && row.problem) return { message: translate(row.problem, row.problemParams), nextAttemptAt: null };
  if (isBusy(row.state) && row.desiredStatus === 'failed' && row.reason)
    return { message: translate(row.reason, row.reasonParams), nextAttemptAt: iso(row.nextAttemptAt) };
  return null;
}

function toServer(row: ServerViewRow, addresses: readonly string[], centerOf: CenterOf, t: Translate, now: number): Server {
  const { dataCenterId } = row;
  const application = findRunnable(applications, { type: row.osType, version: row.osVersion }).find(
    ({ id }) => id === row.settings.application,
  );
  const plan = serverPlans.find(({ id }) => id === row.plan);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: row.tags,
    state: row.state,
    power: row.power,
    percent: isBusy(row.state) ? row.percent : null,
    taskId: row.taskId,
    problem: serverProblem(row, t),
    os: { id: row.osId, type: row.osType, version: row.osVersion, name: osName(row.osType, row.osVersion) },
    application: application?.id ?? null,
    dataCenter: { id: dataCenterId, ...centerOf(dataCenterId) },
    plan: row.plan,
    planName: plan ? t(`serverCatalogue:plan.${plan.code}`) : null,
    cpu: row.cpu,
    ram: row.ram,
    disk: { size: row.diskSize, type: row.diskType },
    previousSize: row.previousSize,
    trialUntil: iso(row.previousSize?.until ?? null),
    ip: [row.ipv4, row.ipv6, ...addresses].filter((address) => address !== null),
    autopilot: row.autopilot,
    autoRenew: row.autoRenew,
    protect: row.protect,
    suspended: row.suspendedAt !== null,
    ...(row.suspendedAt !== null && row.stopReason && { stopped: { reason: row.stopReason, since: iso(row.suspendedAt) } }),
    hasPassword: row.password !== null && row.passwordUntil !== null && row.passwordUntil > now,
    period: row.period,
    expiresAt: iso(row.expiresAt),
    snapshots: Number(row.snapshots),
    backups: {
      count: Number(row.backups),
      lastAt: iso(row.lastBackupAt === null ? null : Number(row.lastBackupAt)),
      every: row.backupEvery,
    },
    volumes: row.settings.volumeIds.length,
    poweredOnAt: iso(row.poweredOnAt),
    isDemo: row.isDemo,
    createdAt: iso(row.createdAt),
    version: row.version,
  };
}

export function toEvent(row: Selectable<ServerEventTable>, t: Translate): ServerEvent {
  return {
    id: row.id,
    time: iso(row.time),
    endedAt: iso(row.endedAt),
    actor: row.actor,
    action: row.action,
    title: t(`server:task.${row.action}` as TKey), // the actions of `act.ts`
    status: row.status,
    message: row.message === null ? null : t(row.message as TKey, row.messageParams ?? {}), // as above
    taskId: row.taskId,
  };
}
