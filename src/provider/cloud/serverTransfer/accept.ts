import { neededFor } from '../../../lib/rules/cloud/price.ts';
import type { Rates } from '../../../lib/rules/cloud/rates.ts';
import { monthKey } from '../../../lib/rules/core/month.ts';
import { writeSystemChange } from '../../core/changes.ts';
import type { SignedIn, Writing } from '../../core/implement.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { ownedServers } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import { desiredId } from '../../jobs/desired.ts';
import { refuse } from '../../kernel/refusal.ts';
import { markStale } from '../../live/stale.ts';
import { cloudCatalog } from '../catalog.ts';
import { currentRates } from '../prices.ts';
import { begin, chargeHours, computeServerRate, countedTo, noSettings, ownServer, refuseDuplicateName, renew } from '../server/index.ts';
import { copyGroups } from '../serverFirewall/index.ts';
import { notifyTransferOwner } from './notices.ts';
import { type TransferRow, toEntity, transferFault } from './rows.ts';

/** The balance that a server requires of its new owner, in mills: a day, unless its hours are prepaid. */
export const requiredCredit = (row: ServerRow, rates: Rates): number =>
  row.period === 'payg' ? neededFor(computeServerRate(row, rates), 'payg') : 0;

async function refuseTooMany(db: Db | Tx, account: { id: string }): Promise<void> {
  const max = cloudCatalog.limits.servers;
  const { length: used } = await ownedServers(db, account).select('server.id').execute();
  if (used >= max) refuse(409, 'serverOrder:error.limit', { params: { max, left: 0 } });
}

/**
 * Moves a server to the caller's account, in a transaction with the locks of both. Its former owner has paid the hours that have
 * started, and the traffic until now; the new one pays everything after it.
 */
export async function acceptTransfer(
  ctx: SignedIn,
  { tx, log }: Writing,
  offer: TransferRow,
  wanted: { name?: string | undefined; hourlyMicroMills?: number | undefined },
) {
  const from = { id: offer.accountId };
  const found = await ownServer(tx, from, offer.serverId);
  const fault = await transferFault(tx, found, ctx.services);
  if (fault) refuse(409, fault.code, { ...(fault.params && { params: fault.params }), extra: { state: found.state } });
  const rates = await currentRates(tx, ctx.now);
  if (wanted.hourlyMicroMills !== undefined && wanted.hourlyMicroMills !== computeServerRate(found, rates))
    refuse(409, 'serverTransfer:error.changed');
  const name = wanted.name ?? found.name;
  await refuseTooMany(tx, ctx.account);
  await refuseDuplicateName(tx, ctx.account, name);
  await chargeHours(tx, ctx, { ...found, meteredUntil: await renew(tx, ctx, found) });
  await passTraffic(tx, ctx, found);
  const row = await ownServer(tx, from, offer.serverId);
  const [needed, balance] = [requiredCredit(row, rates), await readBalance(tx, ctx.account.id)];
  if (balance < needed) refuse(402, 'serverTransfer:error.balance', { extra: { needed, balance } });

  // Alarms are the former owner's. Snapshots and backups stay with them as well, as those of a removed server do.
  await tx.deleteFrom('serverAlarm').where('serverId', '=', row.id).execute();
  await tx.deleteFrom('serverTransfer').where('id', '=', offer.id).execute();
  const { extra, firewallIds, reverseDns } = row.settings;
  // Keys and user data would be installed again with the next system.
  const settings = {
    ...noSettings,
    extra,
    firewallIds: await copyGroups(tx, ctx, ctx.account, firewallIds),
    ...(reverseDns && { reverseDns }),
  };
  const isApplied = await tx.selectFrom('desired').select('status').where('id', '=', desiredId('server', row.id)).executeTakeFirst();
  const { taskId } = await begin(tx, ctx, row, 'transfer', {
    accountId: ctx.account.id,
    name,
    settings,
    autoRenew: false,
    imageSnapshotId: null,
    // Nobody may read it from now on; a driver may still need it.
    passwordUntil: null,
    ...(isApplied?.status === 'done' && { password: null }),
  });
  await log({ action: 'import', entity: toEntity({ id: row.id, name }), after: { name, from: offer.sentBy } });
  // What the former owner sees doesn't include the address or the session of the person who accepted.
  await writeSystemChange(tx, ctx, {
    kind: 'serverTransfer.accept',
    group: 'serverTransfer',
    accountId: from.id,
    action: 'deploy',
    entity: toEntity(row),
    before: { name: row.name },
    after: { to: offer.email },
  });
  for (const group of ['server', 'alarm'] as const) markStale(tx, from.id, group, ctx.now);
  await notifyTransferOwner(tx, ctx, offer, row.name, 'accepted');
  return { serverId: row.id, taskId };
}

/** The traffic of the month moves with the server, so that its included amount isn't granted twice. */
async function passTraffic(tx: Tx, { now, account }: SignedIn, { id, createdAt, trafficUntil }: ServerRow): Promise<void> {
  if ((trafficUntil ?? createdAt) < countedTo(now)) refuse(409, 'serverTransfer:error.traffic');
  await tx
    .updateTable('serverTraffic')
    .set((e) => ({ accountId: account.id, bookedBefore: e.ref('booked') }))
    .where('serverId', '=', id)
    .where('month', '=', monthKey(now))
    .execute();
}
