import type { Selectable } from 'kysely';
import { network, type PrivateNetwork } from '../../../lib/contract/cloud/network.ts';
import { byName } from '../../../lib/format/order.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { freeAddress, isAddressIn, overlaps, type Range, rangeCapacity, readRange } from '../../../lib/rules/cloud/cidr.ts';
import { offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import type { Work } from '../../core/services.ts';
import { ownedNetworks } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { PrivateNetworkTable } from '../../db/tables/cloud/network.ts';
import { setDesired } from '../../jobs/desired.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { cloudCatalog } from '../catalog.ts';
import { loadMembers, type Member } from '../members.ts';
import { type CenterOf, dataCenters, loadCenters } from '../offer.ts';
import { changeSettings, ownServer } from '../server/index.ts';

type Row = Selectable<PrivateNetworkTable>;
const max = cloudCatalog.limits.networks;

/** @throws Error when the stored range is invalid: it was validated before it was stored */
function networkRange({ cidr }: Pick<Row, 'cidr'>): Range {
  const range = readRange(cidr);
  if (isFault(range)) throw new Error(range.key);
  return range;
}

const inNetwork = (members: readonly Member[], networkId: string) =>
  members.flatMap(({ id, name, settings }) =>
    settings.networks.filter((one) => one.networkId === networkId).map(({ address }) => ({ serverId: id, name, ip: address })),
  );

const toNetwork = (row: Row, members: readonly Member[], centerOf: CenterOf): PrivateNetwork => ({
  id: row.id,
  name: row.name,
  cidr: row.cidr,
  datacenterId: row.dataCenterId,
  dataCenter: centerOf(row.dataCenterId).name,
  servers: inNetwork(members, row.id),
  capacity: rangeCapacity(networkRange(row)),
  createdAt: iso(row.createdAt),
});

const show = async (tx: Tx, { locale }: Pick<SignedIn, 'locale'>, row: Row, members: readonly Member[]): Promise<PrivateNetwork> =>
  toNetwork(row, members, await loadCenters(tx, locale));

const toEntity = ({ id, name }: Row) => ({ type: 'network', id, name });
const desired = ({ id, accountId }: Row, isRemoved = false) => ({
  kind: 'network' as const,
  entityId: id,
  accountId,
  domainId: null,
  isRemoved,
});

export async function removeNetwork(tx: Tx, ctx: Pick<Work, 'now' | 'services'>, row: Row): Promise<void> {
  await tx.deleteFrom('privateNetwork').where('id', '=', row.id).execute();
  await setDesired(tx, ctx, desired(row, true));
}

export async function ownNetwork(db: Db | Tx, account: { id: string }, networkId: string): Promise<Row> {
  return (await ownedNetworks(db, account).selectAll().where('id', '=', networkId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
}

/**
 * The address of another server in a network.
 * @throws Refusal 409 when the network is full or the wanted address is taken, 422 for an address that isn't in it
 */
export function addressIn(row: Row, members: readonly Member[], wanted?: string): string {
  const used = inNetwork(members, row.id).map(({ ip }) => ip);
  if (wanted === undefined)
    return freeAddress(networkRange(row), used) ?? refuse(409, 'network:error.full', { params: { name: row.name } });
  if (!isAddressIn(networkRange(row), wanted)) refuseField('ip', 'network:error.ip', { range: row.cidr });
  if (used.includes(wanted)) refuse(409, 'network:error.ipTaken', { fields: { ip: { key: 'network:error.ipTaken' } } });
  return wanted;
}

export const networkHandlers = implement(network, {
  async list({ db, account, locale }) {
    const rows = await ownedNetworks(db, account).selectAll().orderBy('id').execute();
    const members = await loadMembers(db, account);
    const centerOf = await loadCenters(db, locale);
    return { networks: byName(rows, locale).map((row) => toNetwork(row, members, centerOf)), limit: max };
  },

  create: (ctx, { name, cidr, datacenterId }) =>
    ctx.write(async ({ tx, log }) => {
      const { account } = ctx;
      if (!offered(await dataCenters(tx, ctx.services.drivers.compute)).some(({ id }) => id === datacenterId))
        refuseField('datacenterId', 'network:error.center');
      const rows = await ownedNetworks(tx, account).selectAll().execute();
      const range = networkRange({ cidr });
      // A server may be in several networks; each address must be in one of them.
      const other = rows.find((row) => overlaps(networkRange(row).network, range.network));
      const params = { name: other?.name ?? '', range: other?.cidr ?? '' };
      if (other) refuse(409, 'network:error.overlap', { params, fields: { cidr: { key: 'network:error.overlap', params } } });
      if (rows.length >= max) refuse(409, 'network:error.limit', { params: { max } });
      const row: Row = { id: ctx.newId(), accountId: account.id, name, cidr, dataCenterId: datacenterId, createdAt: ctx.now };
      await tx.insertInto('privateNetwork').values(row).execute();
      await setDesired(tx, ctx, desired(row));
      await log({ action: 'create', entity: toEntity(row), after: { name, cidr } });
      return { network: await show(tx, ctx, row, []) };
    }),

  edit: (ctx, { networkId, name }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownNetwork(tx, ctx.account, networkId);
      const next = { ...row, name };
      await tx.updateTable('privateNetwork').set({ name }).where('id', '=', row.id).execute();
      await log({ action: 'update', entity: toEntity(next), before: { name: row.name }, after: { name } });
      return { network: await show(tx, ctx, next, await loadMembers(tx, ctx.account)) };
    }),

  delete: (ctx, { networkId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownNetwork(tx, ctx.account, networkId);
      const servers = inNetwork(await loadMembers(tx, ctx.account), row.id);
      if (servers.length > 0)
        refuse(409, 'network:error.inUse', {
          params: { ...counted(servers.length, ctx.locale), name: row.name, server: servers[0]?.name ?? '' },
          extra: { servers },
        });
      await removeNetwork(tx, ctx, row);
      await log({ action: 'delete', entity: toEntity(row), before: { name: row.name, cidr: row.cidr } });
      return { done: true as const };
    }),

  attach: (ctx, { networkId, serverId, ip }) =>
    ctx.write(async ({ tx, log }) => {
      const { account } = ctx;
      const row = await ownNetwork(tx, account, networkId);
      const { dataCenterId, name } = await ownServer(tx, account, serverId);
      if (dataCenterId !== row.dataCenterId) refuse(409, 'network:error.otherCenter', { params: { name: row.name, server: name } });
      const members = await loadMembers(tx, account);
      if (inNetwork(members, row.id).some((one) => one.serverId === serverId))
        refuse(409, 'network:error.attached', { params: { name: row.name, server: name } });
      const address = addressIn(row, members, ip);
      const { taskId } = await changeSettings(tx, ctx, serverId, 'attachNetwork', ({ networks }) => ({
        networks: [...networks, { networkId, address }],
      }));
      await log({ action: 'deploy', entity: toEntity(row), after: { server: name, address } });
      return { network: await show(tx, ctx, row, await loadMembers(tx, account)), taskId };
    }),

  detach: (ctx, { networkId, serverId }) =>
    ctx.write(async ({ tx, log }) => {
      const { account } = ctx;
      const row = await ownNetwork(tx, account, networkId);
      const { name } = await ownServer(tx, account, serverId);
      const member = inNetwork(await loadMembers(tx, account), row.id).find((one) => one.serverId === serverId);
      if (!member) refuse(404, 'error:notFound');
      const { taskId } = await changeSettings(tx, ctx, serverId, 'detachNetwork', ({ networks }) => ({
        networks: networks.filter((one) => one.networkId !== networkId),
      }));
      await log({ action: 'undeploy', entity: toEntity(row), before: { server: name, address: member.ip } });
      return { network: await show(tx, ctx, row, await loadMembers(tx, account)), taskId };
    }),
});
