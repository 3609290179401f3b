import { iso } from '../../../lib/time.ts';
import { problemText } from '../../core/diagnostics/diagnostics.ts';
import type { DiagnosticsPart, DiagnosticsSubject } from '../../core/registry.ts';
import { ownedServerFirewalls, ownedServers } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse } from '../../kernel/refusal.ts';
import { centerCode } from '../offer.ts';

const EVENTS = 15;

/** A server as support needs to see it. Its password, SSH keys and cloud-init data are never read here. */
export async function serverDiagnostics(db: Db | Tx, account: Account, { kind, id }: DiagnosticsSubject): Promise<DiagnosticsPart[]> {
  if (kind !== 'server') return [];
  const row = (await ownedServers(db, account).selectAll().where('id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');
  return [
    { title: 'diagnostics:server', facts: await serverFacts(db, row) },
    { title: 'diagnostics:network', facts: await networkFacts(db, account, row) },
    { title: 'diagnostics:events', facts: await eventFacts(db, row) },
  ];
}

async function serverFacts(db: Db | Tx, row: ServerRow) {
  const stops = await db.selectFrom('serverSuspension').select('reason').where('serverId', '=', row.id).orderBy('reason').execute();
  const desired = await db
    .selectFrom('desired')
    .select(['status', 'wantedVersion', 'observedVersion', 'reason', 'reasonParams'])
    .where('kind', '=', 'server')
    .where('entityId', '=', row.id)
    .executeTakeFirst();
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    action: row.doing,
    power: row.power,
    problem: problemText(row.problem, row.problemParams),
    stopped: stops.map(({ reason }) => reason),
    dataCenter: (await centerCode(db, row.dataCenterId)) || row.dataCenterId,
    os: `${row.osType} ${row.osVersion}`,
    application: row.settings.application ?? null,
    plan: row.plan,
    size: { cpu: row.cpu, ramGb: row.ram, diskGb: row.diskSize, diskType: row.diskType },
    resizeOnTrial: row.previousSize !== null,
    rescue: row.rescue,
    autopilot: row.autopilot,
    protected: row.protect,
    period: row.period,
    expiresAt: iso(row.expiresAt),
    poweredOnAt: iso(row.poweredOnAt),
    createdAt: iso(row.createdAt),
    host: desired && {
      status: desired.status,
      wantedVersion: desired.wantedVersion,
      observedVersion: desired.observedVersion,
      problem: problemText(desired.reason, desired.reasonParams),
    },
  };
}

async function networkFacts(db: Db | Tx, account: Account, { ipv4, ipv6, settings }: ServerRow) {
  const groups = await ownedServerFirewalls(db, account).select(['id', 'title', 'rules']).orderBy('id').execute();
  return {
    ipv4,
    ipv6,
    privateAddresses: settings.networks.map(({ address }) => address),
    firewallGroups: groups
      .filter(({ id }) => settings.firewallIds.includes(id))
      .map(({ title, rules }) => ({ title, rules: rules.length })),
    volumes: settings.volumeIds.length,
    sshKeysAtOrder: settings.sshKeys.length,
    hasCloudInit: settings.userData !== null,
  };
}

async function eventFacts(db: Db | Tx, { id }: ServerRow): Promise<(readonly [string, string])[]> {
  const rows = await db
    .selectFrom('serverEvent')
    .select(['time', 'action', 'status', 'message', 'messageParams'])
    .where('serverId', '=', id)
    .orderBy('id', 'desc')
    .limit(EVENTS)
    .execute();
  return rows.map(({ time, action, status, message, messageParams }) => [
    iso(time),
    [`${action} (${status})`, problemText(message, messageParams)].filter(Boolean).join(' – '),
  ]);
}
