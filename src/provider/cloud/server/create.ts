import { randomInt } from 'node:crypto';
import type { ServerChange } from '../../../lib/rules/cloud/server/actions.ts';
import type { DiskType, ServerSize } from '../../../lib/rules/cloud/server/states.ts';
import type { Work } from '../../core/services.ts';
import { ownedServers } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import type { ServerSettings } from '../../db/tables/cloud/server.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { currentRates } from '../prices.ts';
import { type Begun, begin, start } from './act.ts';
import { computeHourlyRate } from './rate.ts';
import { noSettings } from './settings.ts';
import { sealPassword } from './spec.ts';

export interface NewServer {
  name: string;
  dataCenterId: number;
  /** Catalogue code; null: a custom size. */
  plan: string | null;
  size: ServerSize;
  diskType: DiskType;
  os: { id: number; type: string; version: string };
  /** The snapshot or backup to create its disk from, validated by the caller. Null: that of the system. */
  imageId: string | null;
  autopilot: boolean;
  /** `generated`: the customer can read it once. `none`: there are SSH keys instead. */
  password: 'generated' | 'none' | { own: string };
  /** The caller has validated the IDs. */
  settings?: Partial<ServerSettings>;
  tags?: readonly string[];
  period: ServerRow['period'];
  /** Epoch ms: end of the prepaid period; later hours are charged. Null: hours are charged from now. */
  paidUntil?: number | null;
  /** Epoch ms: when it is removed. */
  expiresAt?: number | null;
  /** Micro-mills per hour; defaults to the rate of the size. */
  hourlyRate?: number;
}

/** How long an unread password can be read. */
export const PASSWORD_MS = 86_400_000;
const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Twenty unambiguous characters: 116 bits. */
export const newPassword = (): string => Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Servers with the same name couldn't be distinguished when the name is typed to confirm. */
export async function refuseDuplicateName(tx: Tx, account: { id: string }, name: string, exceptId?: string): Promise<void> {
  const rows = await ownedServers(tx, { id: account.id }).select(['id', 'name']).execute();
  if (rows.some((row) => row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase()))
    refuse(409, 'server:error.taken', { params: { name }, fields: { name: { key: 'server:error.taken', params: { name } } } });
}

/**
 * Creates a server in the transaction of its paid order, and starts its installation. The caller writes the change log.
 * @throws Refusal 409 when no compute driver is connected, or the name is taken
 */
export async function createServer(tx: Tx, ctx: Work & { account: { id: string } }, wanted: NewServer): Promise<Begun> {
  const { now, services, account } = ctx;
  if (!services.drivers.compute) refuse(409, 'server:reason.noCompute');
  await refuseDuplicateName(tx, account, wanted.name);
  const id = ctx.newId();
  const password = wanted.password === 'generated' ? newPassword() : wanted.password === 'none' ? null : wanted.password.own;
  const row: ServerRow = {
    id,
    accountId: account.id,
    name: wanted.name,
    description: '',
    tags: [...(wanted.tags ?? [])],
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
    rescue: false,
    protect: false,
    autopilot: wanted.autopilot,
    autoRenew: false,
    bootCount: 0,
    bootHard: false,
    imageCount: 1,
    imageMode: 'install',
    imageSnapshotId: wanted.imageId,
    passwordCount: password === null ? 0 : 1,
    password: password === null ? null : sealPassword(services.secrets, id, password),
    passwordUntil: wanted.password === 'generated' ? now + PASSWORD_MS : null,
    previousSize: null,
    settings: { ...noSettings, ...wanted.settings },
    hourlyRate: wanted.hourlyRate ?? computeHourlyRate(wanted.size, wanted.diskType, wanted.plan, await currentRates(tx, now)),
    period: wanted.period,
    meteredUntil: wanted.paidUntil ?? now,
    trafficUntil: null,
    expiresAt: wanted.expiresAt ?? null,
    suspendedAt: null,
    lostAt: null,
    problem: null,
    problemParams: null,
    taskId: null,
    eventId: null,
    poweredOnAt: null,
    isDemo: false,
    version: 0,
    createdAt: now,
  };
  await tx.insertInto('server').values(row).execute();
  return start(tx, ctx, row, 'create', 'installingOs');
}

/**
 * Attaches or detaches networks, firewall groups, volumes and keys, and updates the driver.
 * @param name what its event and its task say
 * @throws Refusal 404 for a server of another account, 409 when its state forbids it
 */
export async function changeSettings(
  tx: Tx,
  ctx: Work & { account: { id: string } },
  serverId: string,
  name: ServerChange,
  change: (before: ServerSettings) => Partial<ServerSettings>,
): Promise<Begun> {
  const row = await ownServer(tx, ctx.account, serverId);
  return begin(tx, ctx, row, 'change', { settings: { ...row.settings, ...change(row.settings) } }, { change: name });
}

/** The caller's server; a foreign ID is refused like an unknown one. */
export async function ownServer(tx: Db | Tx, account: { id: string }, serverId: string): Promise<ServerRow> {
  const row = await ownedServers(tx, account).selectAll().where('server.id', '=', serverId).executeTakeFirst();
  return row ?? refuse(404, 'error:notFound');
}

/** Destructive actions are confirmed by typing the name. */
export function refuseUnconfirmed({ name }: Pick<ServerRow, 'name'>, confirm: string): void {
  if (confirm.trim().toLowerCase() !== name.toLowerCase()) refuseField('confirm', 'server:error.confirm', { name });
}
