import { type Server, server } from '../../../lib/contract/cloud/server.ts';
import { monthKey } from '../../../lib/rules/core/month.ts';
import { implement } from '../../core/implement.ts';
import type { Services } from '../../core/services.ts';
import { ownedServers } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import { within } from '../../drivers/within.ts';
import { desiredId, setDesired } from '../../jobs/desired.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { priceList } from '../catalog.ts';
import { dataCenters, systems } from '../offer.ts';
import { currentRates } from '../prices.ts';
import { describePublicKeys } from '../sshKey/index.ts';
import { addAddress, addressLimit, loadAddresses, moveAddress, removeAddress } from './addresses.ts';
import { computeCost } from './cost.ts';
import { ownServer, refuseDuplicateName } from './create.ts';
import { openPassword } from './spec.ts';
import { loadTraffic } from './traffic.ts';
import { readServers, type ServerReader, toEvent } from './view.ts';

const EVENTS = 50;

/** The addresses of a server with the hostnames of reverse lookups, the primary ones first. */
async function readIps(
  db: Db | Tx,
  { services }: { services: Pick<Services, 'drivers'> },
  { id, ipv4, ipv6, settings }: Pick<ServerRow, 'id' | 'ipv4' | 'ipv6' | 'settings'>,
) {
  const { reverseDns = {} } = settings;
  const extra = await loadAddresses(db, id);
  const ips = [
    { kind: 'ipv4' as const, address: ipv4, isPrimary: true },
    { kind: 'ipv6' as const, address: ipv6, isPrimary: true },
    ...extra.map(({ kind, address }) => ({ kind, address, isPrimary: false })),
  ].flatMap(({ address, ...ip }) => (address === null ? [] : [{ ...ip, address, host: reverseDns[address] ?? null }]));
  return { ips, additional: extra.length, limit: addressLimit(services), reverseDns: hasReverseDns(services) };
}

/** Whether the hosts publish hostnames of addresses. Without hosts, they are stored for later ones. */
const hasReverseDns = ({ drivers }: Pick<Services, 'drivers'>): boolean => drivers.compute?.capabilities.reverseDns !== false;

export const toEntity = ({ id, name }: { id: string; name: string }) => ({ type: 'server', id, name });

/** A server as returned by a call, after a change in this transaction. */
export async function viewServer(db: Db | Tx, reader: ServerReader, serverId: string): Promise<Server> {
  const [found] = await readServers(db, reader, { serverId });
  return found ?? refuse(404, 'error:notFound');
}

export const serverHandlers = implement(server, {
  async price({ user, db, now }, { userId }) {
    // Only the caller's ID is accepted; the price list of another account is private.
    if (userId !== user.id) refuse(404, 'error:notFound');
    return { data: priceList(await currentRates(db, now)) };
  },
  async list(ctx, { newest }) {
    const { db, account } = ctx;
    const servers = await readServers(db, ctx, newest === undefined ? {} : { newest });
    if (newest === undefined) return { servers, total: servers.length };
    const { total } = await ownedServers(db, account)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { servers, total: Number(total) };
  },
  async get(ctx, { serverId }) {
    const row = await ownedServers(ctx.db, ctx.account).selectAll().where('server.id', '=', serverId).executeTakeFirst();
    if (!row) refuse(404, 'error:notFound');
    return { server: await viewServer(ctx.db, ctx, serverId), cost: await computeCost(ctx.db, row, ctx.now) };
  },
  edit: (ctx, { serverId, version, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownServer(tx, ctx.account, serverId);
      const before = await viewServer(tx, ctx, serverId);
      if (version !== undefined && version !== row.version) refuse(409, 'error:versionConflict', { extra: { server: before } });
      if (change.name !== undefined) await refuseDuplicateName(tx, ctx.account, change.name, serverId);
      await tx
        .updateTable('server')
        .set({
          ...(change.name !== undefined && { name: change.name }),
          ...(change.description !== undefined && { description: change.description }),
          ...(change.tags !== undefined && { tags: [...new Set(change.tags)] }),
          ...(change.autopilot !== undefined && { autopilot: change.autopilot }),
          ...(change.autoRenew !== undefined && { autoRenew: change.autoRenew }),
          ...(change.protect !== undefined && { protect: change.protect }),
          version: row.version + 1,
        })
        .where('id', '=', serverId)
        .execute();
      // The driver needs these as well.
      if (change.name !== undefined || change.autopilot !== undefined)
        await setDesired(tx, ctx, { kind: 'server', entityId: serverId, accountId: ctx.account.id, domainId: null, isRemoved: false });
      const after = await viewServer(tx, ctx, serverId);
      const pickLogged = ({ name, description, tags, autopilot, autoRenew, protect }: typeof after) => ({
        name,
        description,
        tags,
        autopilot,
        autoRenew,
        protect,
      });
      await log({ action: 'update', entity: toEntity(after), before: pickLogged(before), after: pickLogged(after) });
      return { server: after };
    }),
  password: (ctx, { serverId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownServer(tx, ctx.account, serverId);
      const password = openPassword(ctx.services.secrets, row);
      if (password === null || row.passwordUntil === null || row.passwordUntil <= ctx.now) refuse(409, 'server:error.noPassword');
      const desired = await tx.selectFrom('desired').select('status').where('id', '=', desiredId('server', serverId)).executeTakeFirst();
      await tx
        .updateTable('server')
        // The driver may still need it.
        .set({ passwordUntil: null, ...(desired?.status === 'done' && { password: null }) })
        .where('id', '=', serverId)
        .execute();
      await log({ action: 'request', entity: toEntity(row), after: { password: 'shown' } });
      return { password, username: 'root' };
    }),
  async access({ db, account, services, signal }, { serverId }) {
    const row = await ownedServers(db, account).select('server.id').where('server.id', '=', serverId).executeTakeFirst();
    if (!row) refuse(404, 'error:notFound');
    const { compute } = services.drivers;
    const readAccess = compute?.access;
    return { access: compute && readAccess ? await within(compute.timeoutMs, signal, (end) => readAccess(serverId, end)) : null };
  },
  async events(ctx, { serverId, from, to, cursor, limit = EVENTS }) {
    const own = await ownedServers(ctx.db, ctx.account).select('server.id').where('server.id', '=', serverId).executeTakeFirst();
    if (!own) refuse(404, 'error:notFound');
    let query = ctx.db.selectFrom('serverEvent').selectAll().where('serverId', '=', serverId).where('accountId', '=', ctx.account.id);
    if (from) query = query.where('time', '>=', Date.parse(from));
    if (to) query = query.where('time', '<=', Date.parse(to));
    if (cursor) query = query.where('id', '<', cursor);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    return { events: page.map((row) => toEvent(row, ctx.t)), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  },
  async sshKeys({ db, account }, { serverId }) {
    const row = await ownedServers(db, account)
      .select(['server.id', 'server.settings'])
      .where('server.id', '=', serverId)
      .executeTakeFirst();
    if (!row) refuse(404, 'error:notFound');
    return { sshKeys: await describePublicKeys(db, account, row.settings.sshKeys) };
  },
  async traffic({ db, account, now }, { serverId, month }) {
    const row = await ownedServers(db, account).selectAll().where('server.id', '=', serverId).executeTakeFirst();
    if (!row) refuse(404, 'error:notFound');
    return { traffic: await loadTraffic(db, row, month ?? monthKey(now), now) };
  },
  async ips(ctx, { serverId }) {
    const row = await ownedServers(ctx.db, ctx.account).selectAll().where('server.id', '=', serverId).executeTakeFirst();
    return readIps(ctx.db, ctx, row ?? refuse(404, 'error:notFound'));
  },
  addIp: (ctx, { serverId, kind }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownServer(tx, ctx.account, serverId);
      const { taskId } = await addAddress(tx, ctx, row, kind);
      await log({ action: 'update', entity: toEntity(row), after: { addedAddress: kind } });
      return { ...(await readIps(tx, ctx, row)), taskId };
    }),
  removeIp: (ctx, { serverId, address }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownServer(tx, ctx.account, serverId);
      const { taskId } = await removeAddress(tx, ctx, row, address);
      await log({ action: 'update', entity: toEntity(row), before: { address } });
      return { ...(await readIps(tx, ctx, await ownServer(tx, ctx.account, serverId))), taskId };
    }),
  moveIp: (ctx, { serverId, address, targetServerId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownServer(tx, ctx.account, serverId);
      const target = await ownServer(tx, ctx.account, targetServerId);
      const { taskIds } = await moveAddress(tx, ctx, row, target, address);
      await log({ action: 'update', entity: toEntity(row), before: { address }, after: { movedTo: target.name } });
      await log({ action: 'update', entity: toEntity(target), after: { addedAddress: address } });
      return { ...(await readIps(tx, ctx, await ownServer(tx, ctx.account, serverId))), taskIds };
    }),
  reverseDns: (ctx, { serverId, address, host }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownServer(tx, ctx.account, serverId);
      if (host !== '' && !hasReverseDns(ctx.services)) refuse(409, 'server:error.noReverseDns');
      const { ips } = await readIps(tx, ctx, row);
      const before = ips.find((ip) => ip.address === address) ?? refuseField('address', 'server:error.notItsAddress');
      const { [address]: _, ...others } = row.settings.reverseDns ?? {};
      const reverseDns = host === '' ? others : { ...others, [address]: host };
      const changed = { ...row, settings: { ...row.settings, reverseDns } };
      await tx.updateTable('server').set({ settings: changed.settings }).where('id', '=', serverId).execute();
      await setDesired(tx, ctx, { kind: 'server', entityId: serverId, accountId: ctx.account.id, domainId: null, isRemoved: false });
      await log({
        action: 'update',
        entity: toEntity(row),
        before: { reverseDns: `${address} ${before.host ?? ''}`.trim() },
        after: { reverseDns: `${address} ${host}`.trim() },
      });
      return readIps(tx, ctx, changed);
    }),
  dataCenters: ({ db, services, locale }) => dataCenters(db, services.drivers.compute, locale),
  osList: ({ db, services }) => systems(db, services.drivers.compute),
});
