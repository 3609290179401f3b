import { randomInt } from 'node:crypto';
import type { Secrets } from '../../../lib/env.ts';
import type { DiskType, ServerSize } from '../../../lib/rules/cloud/server/states.ts';
import { refuse, refuseField } from '../../core/implement.ts';
import { ownedServers } from '../../db/owned.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import { type Acting, type Begun, begin, start } from './act.ts';
import { hourlyRateOf } from './rate.ts';
import { noSettings, type ServerSettings, sealPassword } from './spec.ts';

export interface NewServer {
  name: string;
  dataCenterId: number;
  /** Code of the catalogue; null: a size of its own. */
  plan: string | null;
  size: ServerSize;
  diskType: DiskType;
  os: { id: number; type: string; version: string };
  /** Its disk is written from a snapshot, which the caller has checked. */
  snapshotId?: string | null;
  autopilot: boolean;
  /** `null`: one is made, which the customer can read once. A text: the customer knows it. */
  password: string | null;
  /** Ids in them were checked by the caller. */
  settings?: Partial<ServerSettings>;
  tags?: readonly string[];
  period: ServerRow['period'];
  /** Epoch ms: what was prepaid ends then, and the hours after it are charged. Null: hours are charged from now. */
  paidUntil?: number | null;
  /** Epoch ms: it is removed then. */
  expiresAt?: number | null;
  /** Micro-mills an hour; that of the size unless given. */
  hourlyRate?: number;
}

export type Creating = Acting & { account: { id: string }; services: Acting['services'] & { secrets: Secrets } };

/** How long a password that nobody has read can be read. */
export const PASSWORD_MS = 86_400_000;
const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Twenty characters that can't be mistaken for each other: 116 bits. */
export const newPassword = (): string => Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Two servers of one name could not be told apart where a name is typed to confirm. */
export async function refuseTakenName(tx: Tx, account: { id: string }, name: string, exceptId?: string): Promise<void> {
  const rows = await ownedServers(tx, account).select(['id', 'name']).execute();
  if (rows.some((row) => row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase()))
    refuse(409, 'server:error.taken', { params: { name }, fields: { name: { key: 'server:error.taken', params: { name } } } });
}

/**
 * Creates a server in the transaction of the order that pays for it, and begins its installation. The caller writes the change log.
 * @throws Refusal 409 when no compute driver is connected, or the name is taken
 */
export async function createServer(tx: Tx, ctx: Creating, wanted: NewServer): Promise<Begun> {
  const { now, services, account } = ctx;
  if (!services.drivers.compute) refuse(409, 'server:reason.noCompute');
  await refuseTakenName(tx, account, wanted.name);
  const id = ctx.newId();
  const row: ServerRow = {
    id,
    accountId: account.id,
    name: wanted.name,
    description: '',
    tags: JSON.stringify(wanted.tags ?? []),
    dataCenterId: wanted.dataCenterId,
    plan: wanted.plan,
    cpu: wanted.size.cpu,
    ram: wanted.size.ram,
    diskSize: wanted.size.disk,
    diskType: wanted.diskType,
    osId: wanted.os.id,
    osType: wanted.os.type,
    osVersion: wanted.os.version,
    ipv4: null,
    ipv6: null,
    power: 'on',
    state: 'installingOs',
    doing: 'installingOs',
    rescue: 0,
    protect: 0,
    autopilot: wanted.autopilot ? 1 : 0,
    autoRenew: 0,
    bootCount: 0,
    bootHard: 0,
    imageCount: 1,
    imageMode: 'install',
    imageSnapshotId: wanted.snapshotId ?? null,
    passwordCount: 1,
    password: sealPassword(services.secrets, id, wanted.password ?? newPassword()),
    passwordUntil: wanted.password === null ? now + PASSWORD_MS : null,
    previousSize: null,
    settings: JSON.stringify({ ...noSettings, ...wanted.settings }),
    hourlyRate: wanted.hourlyRate ?? hourlyRateOf(wanted.size, wanted.diskType),
    period: wanted.period,
    meteredUntil: wanted.paidUntil ?? now,
    expiresAt: wanted.expiresAt ?? null,
    suspendedAt: null,
    problem: null,
    problemParams: null,
    taskId: null,
    eventId: null,
    poweredOnAt: null,
    isDemo: 0,
    version: 0,
    createdAt: now,
  };
  await tx.insertInto('server').values(row).execute();
  return start(tx, ctx, row, 'create', 'installingOs');
}

/**
 * Attaches or detaches networks, firewall groups, volumes and keys: the driver is brought to the new settings.
 * @throws Refusal 404 for a server of another account, 409 when its state forbids it
 */
export async function changeSettings(
  tx: Tx,
  ctx: Acting & { account: { id: string } },
  serverId: string,
  change: (before: ServerSettings) => Partial<ServerSettings>,
): Promise<Begun> {
  const row = await ownServer(tx, ctx.account, serverId);
  const before = JSON.parse(row.settings) as ServerSettings; // as this file writes it
  return begin(tx, ctx, row, 'change', { settings: JSON.stringify({ ...before, ...change(before) }) });
}

/** The caller's server; a foreign id is refused like an unknown one. */
export async function ownServer(tx: Tx, account: { id: string }, serverId: string): Promise<ServerRow> {
  const row = await ownedServers(tx, account).selectAll().where('server.id', '=', serverId).executeTakeFirst();
  return row ?? refuse(404, 'error:notFound');
}

/** What is destroyed is confirmed by the typed name. */
export function refuseUnconfirmed({ name }: Pick<ServerRow, 'name'>, confirm: string): void {
  if (confirm.trim().toLowerCase() !== name.toLowerCase()) refuseField('confirm', 'server:error.confirm', { name });
}
