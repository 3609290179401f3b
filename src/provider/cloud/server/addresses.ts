import type { Selectable } from 'kysely';
import { key } from '../../../lib/i18n/key.ts';
import type { AssignedAddress } from '../../../lib/rules/cloud/compute/spec.ts';
import { sumHours, supplyHours } from '../../../lib/rules/cloud/rateHistory.ts';
import type { Rates } from '../../../lib/rules/cloud/rates.ts';
import { type AddressKind, addressRate, maxAddresses } from '../../../lib/rules/cloud/server/address.ts';
import { monthKey } from '../../../lib/rules/core/month.ts';
import { HOUR } from '../../../lib/time.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { Services } from '../../core/services.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import type { ServerIpTable } from '../../db/tables/cloud/server.ts';
import { setDesired } from '../../jobs/desired.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { accrue } from '../accrue.ts';
import { refusePoor } from '../balance.ts';
import type { Cost, CostsAccount } from '../cost.ts';
import { currentRates, rateHistory } from '../prices.ts';
import { begin, refuseFault } from './act.ts';
import { isCharged } from './meter.ts';

type AddressRow = Selectable<ServerIpTable>;
interface Ids {
  now: number;
  newId(): string;
}

/** The additional addresses of a server in the order in which they were added, also those that the driver hasn't assigned yet. */
export const loadAddresses = (db: Db | Tx, serverId: string): Promise<AddressRow[]> =>
  db.selectFrom('serverIp').selectAll().where('serverId', '=', serverId).orderBy('id').execute();

/** The assigned additional addresses of an account by server. */
export async function addressesByServer(db: Db | Tx, account: { id: string }, serverId?: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('serverIp')
    .select(['serverId', 'address'])
    .where('accountId', '=', account.id)
    .$if(serverId !== undefined, (query) => query.where('serverId', '=', serverId ?? ''))
    .orderBy('id')
    .execute();
  const found = new Map<string, string[]>();
  for (const row of rows) if (row.address !== null) found.set(row.serverId, [...(found.get(row.serverId) ?? []), row.address]);
  return found;
}

/** Charges the started hours of an address that weren't charged yet. One that isn't assigned is free. */
async function charge(tx: Tx, ids: Ids, row: AddressRow): Promise<void> {
  const hours = Math.max(0, Math.ceil((ids.now - row.meteredUntil) / HOUR));
  if (row.address === null || hours === 0) return;
  const ratesAt = await rateHistory(tx);
  const hoursOf = [ratesAt, row.meteredUntil, hours, (rates: Rates) => addressRate(row.kind, rates)] as const;
  const amount = await accrue(tx, ids, {
    table: 'serverIp',
    row: { ...row, name: row.address },
    microMills: sumHours(...hoursOf),
    supplies: supplyHours(...hoursOf),
    until: row.meteredUntil + hours * HOUR,
    usage: key('server:ledger.address'),
  });
  if (amount > 0) await addToMonth(tx, ids, row, amount);
}

/** Counts booked mills towards the month's cost of the server, also after the address is removed. The month is that of the booking. */
async function addToMonth(tx: Tx, ids: Ids, { accountId, serverId }: AddressRow, amount: number): Promise<void> {
  const { name } = await tx.selectFrom('server').select('name').where('id', '=', serverId).executeTakeFirstOrThrow();
  const usage = { id: ids.newId(), accountId, serverId, serverName: name, month: monthKey(ids.now) };
  await tx
    .insertInto('serverUsage')
    .values({ ...usage, hours: 0, microMills: 0, booked: 0, addresses: amount })
    .onConflict((conflict) =>
      conflict.columns(['serverId', 'month', 'accountId']).doUpdateSet((e) => ({ addresses: e('serverUsage.addresses', '+', amount) })),
    )
    .execute();
}

/** Charges the additional addresses of a server, before it is stopped or removed. Nothing while it's stopped or lost. */
export async function chargeAddresses(tx: Tx, ids: Ids, { id, ...row }: Pick<ServerRow, 'id' | 'suspendedAt' | 'lostAt'>): Promise<void> {
  if (isCharged(row)) for (const address of await loadAddresses(tx, id)) await charge(tx, ids, address);
}

/** The hours of a stop aren't charged. */
export const skipAddresses = (tx: Tx, serverId: string, until: number) =>
  tx.updateTable('serverIp').set({ meteredUntil: until }).where('serverId', '=', serverId).where('meteredUntil', '<', until).execute();

/** Addresses that are charged now. */
const charged = (db: Db | Tx) =>
  db
    .selectFrom('serverIp')
    .innerJoin('server', 'server.id', 'serverIp.serverId')
    .where('serverIp.address', 'is not', null)
    .where('server.suspendedAt', 'is', null)
    .where('server.lostAt', 'is', null)
    .where('server.state', '!=', 'removing');

/** The additional addresses of a server that are charged now. */
export const chargedAddresses = (db: Db | Tx, serverId: string): Promise<Pick<AddressRow, 'kind' | 'meteredUntil'>[]> =>
  charged(db).select(['serverIp.kind', 'serverIp.meteredUntil']).where('server.id', '=', serverId).execute();

/** Charges the hours of every additional address. */
export const meterAddresses: JobHandler = async (ctx) => {
  const due = await charged(ctx.services.store.reader)
    .select(['serverIp.id', 'serverIp.accountId'])
    .where('serverIp.meteredUntil', '<', ctx.now)
    .orderBy('serverIp.id')
    .execute();
  for (const { id, accountId } of due) {
    ctx.leaving.throwIfAborted();
    await ctx.services.store.write(`account:${accountId}`, async (tx) => {
      const row = await charged(tx).selectAll('serverIp').where('serverIp.id', '=', id).executeTakeFirst();
      if (row) await charge(tx, ctx, row);
    });
  }
};

/** What additional addresses cost. */
export async function addressCosts(db: Db | Tx, account: CostsAccount): Promise<Cost[]> {
  const rows = await charged(db)
    .select(['serverIp.accountId', 'serverIp.kind', 'serverIp.address'])
    .$if(account !== null, (query) => query.where('serverIp.accountId', '=', account?.id ?? ''))
    .orderBy('serverIp.address')
    .execute();
  return rows.map(({ accountId, kind, address }) => ({ accountId, name: address ?? '', rateAt: (rates) => addressRate(kind, rates) }));
}

/**
 * Stores the addresses that the driver has assigned; they cost from now. One that it couldn't assign is given up, so that the server
 * can be tried again without it.
 * @returns whether each was assigned
 */
export async function storeAddresses(
  tx: Tx,
  ctx: Parameters<typeof setDesired>[1],
  { id, accountId }: ServerRow,
  assigned: readonly AssignedAddress[],
): Promise<boolean> {
  const byId = new Map(assigned.map((one) => [one.id, one.address]));
  let isComplete = true;
  for (const row of await loadAddresses(tx, id)) {
    const address = byId.get(row.id) ?? row.address;
    if (address === null) {
      isComplete = false;
      await tx.deleteFrom('serverIp').where('id', '=', row.id).execute();
    } else if (address !== row.address)
      await tx
        .updateTable('serverIp')
        .set({ address, ...(row.address === null && { meteredUntil: ctx.now }) })
        .where('id', '=', row.id)
        .execute();
  }
  if (!isComplete) await setDesired(tx, ctx, { kind: 'server', entityId: id, accountId, domainId: null });
  return isComplete;
}

/** The number of additional addresses that a server may have; 0: the hosts assign none. */
export const addressLimit = ({ drivers }: Pick<Services, 'drivers'>): number =>
  drivers.compute?.capabilities.addresses === false ? 0 : maxAddresses;

async function refuseAnotherAddress(tx: Tx, { services }: SignedIn, { id, expiresAt }: ServerRow): Promise<void> {
  const max = addressLimit(services);
  if (max === 0) refuse(409, 'server:error.noAddresses');
  if (expiresAt !== null) refuse(409, 'server:error.addressOneDay');
  if ((await loadAddresses(tx, id)).length >= max) refuse(409, 'server:error.addressLimit', { params: { max } });
}

/** Adds an address, which the driver chooses. @throws Refusal 409 by the server's state or at the limit, 402 without the balance of a day */
export async function addAddress(tx: Tx, ctx: SignedIn, row: ServerRow, kind: AddressKind): Promise<{ taskId: string }> {
  await refuseAnotherAddress(tx, ctx, row);
  refuseFault(row, 'change', ctx.services);
  await refusePoor(tx, ctx.account, addressRate(kind, await currentRates(tx, ctx.now)), 'server:error.addressBalance');
  const { id: serverId, accountId } = row;
  await tx
    .insertInto('serverIp')
    .values({ id: ctx.newId(), accountId, serverId, kind, address: null, meteredUntil: ctx.now, carry: 0, createdAt: ctx.now })
    .execute();
  return begin(tx, ctx, row, 'change', {}, { change: 'addAddress' });
}

/**
 * Moves an additional address to another server of the account, with its reverse DNS. The hours that have started are part of the cost
 * of the server that had it; it is charged on without a gap.
 * @returns the tasks of both servers
 * @throws Refusal 409 for a primary one, another data center, at the limit or by the state of either server, 422 for a foreign one
 */
export async function moveAddress(tx: Tx, ctx: SignedIn, from: ServerRow, to: ServerRow, address: string): Promise<{ taskIds: string[] }> {
  if (address === from.ipv4 || address === from.ipv6) refuse(409, 'server:error.addressFixed');
  const found = (await loadAddresses(tx, from.id)).find((one) => one.address === address);
  if (!found) refuseField('address', 'server:error.notItsAddress');
  if (from.id === to.id) refuse(409, 'server:error.addressSame');
  if (from.dataCenterId !== to.dataCenterId) refuse(409, 'server:error.addressCenter', { params: { server: to.name } });
  await refuseAnotherAddress(tx, ctx, to);
  for (const row of [from, to]) refuseFault(row, 'change', ctx.services);
  await charge(tx, ctx, found);
  await tx.updateTable('serverIp').set({ serverId: to.id }).where('id', '=', found.id).execute();
  const { [address]: host, ...left } = from.settings.reverseDns ?? {};
  const taskIds: string[] = [];
  const change = async (row: ServerRow, reverseDns: Record<string, string>) => {
    const { taskId } = await begin(tx, ctx, row, 'change', { settings: { ...row.settings, reverseDns } }, { change: 'moveAddress' });
    taskIds.push(taskId);
  };
  await change(from, left);
  await change(to, { ...to.settings.reverseDns, ...(host !== undefined && { [address]: host }) });
  return { taskIds };
}

/** Removes an additional address with its reverse DNS. @throws Refusal 409 for a primary one or by the server's state, 422 for a foreign one */
export async function removeAddress(tx: Tx, ctx: SignedIn, row: ServerRow, address: string): Promise<{ taskId: string }> {
  if (address === row.ipv4 || address === row.ipv6) refuse(409, 'server:error.addressPrimary');
  const found = (await loadAddresses(tx, row.id)).find((one) => one.address === address);
  if (!found) refuseField('address', 'server:error.notItsAddress');
  refuseFault(row, 'change', ctx.services);
  await charge(tx, ctx, found);
  await tx.deleteFrom('serverIp').where('id', '=', found.id).execute();
  const { [address]: _, ...reverseDns } = row.settings.reverseDns ?? {};
  return begin(tx, ctx, row, 'change', { settings: { ...row.settings, reverseDns } }, { change: 'removeAddress' });
}
