import { key } from '../../../lib/i18n/key.ts';
import { millsFor, type PricePeriod, periodHours } from '../../../lib/rules/cloud/price.ts';
import { sumHours, supplyHours } from '../../../lib/rules/cloud/rateHistory.ts';
import type { Rates } from '../../../lib/rules/cloud/rates.ts';
import { monthKey } from '../../../lib/rules/core/month.ts';
import { mergeSupplies, type Supply, suppliesOrNull } from '../../../lib/rules/core/supply.ts';
import { HOUR, iso } from '../../../lib/time.ts';
import { postEntry, readBalance } from '../../core/ledger/ledger.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { Cost, CostsAccount } from '../cost.ts';
import { rateHistory } from '../prices.ts';
import { begin } from './act.ts';
import { computeServerRate, rateWith, type Sized, toMills } from './rate.ts';

const BATCH = 200;
const prepaid = { day: 'daily', month: 'monthly', year: 'annual' } as const satisfies Record<string, PricePeriod>;

interface Ids {
  now: number;
  newId(): string;
}
type Metered = Sized & Pick<ServerRow, 'id' | 'accountId' | 'name' | 'meteredUntil' | 'suspendedAt' | 'lostAt'>;

/** What is stopped, or gone from the hosts, costs nothing. */
export const isCharged = ({ suspendedAt, lostAt }: Pick<ServerRow, 'suspendedAt' | 'lostAt'>): boolean =>
  suspendedAt === null && lostAt === null;

/**
 * Charges the started hours that weren't charged yet, in the transaction that moves `meteredUntil`: run late, twice, or by two
 * processes, each hour is charged once, at the rate in force when it starts. It belongs to the month (UTC) in which it starts. Each
 * month's sum is rounded once: the booking is the difference to the amount booked before.
 * @returns the new `meteredUntil`
 */
export async function chargeHours(tx: Tx, ids: Ids, server: Metered): Promise<number> {
  const { now } = ids;
  const hours = isCharged(server) ? Math.max(0, Math.ceil((now - server.meteredUntil) / HOUR)) : 0;
  if (hours === 0) return server.meteredUntil;
  const ratesAt = await rateHistory(tx);
  const byMonth = new Map<string, { from: number; hours: number }>();
  for (let i = 0; i < hours; i++) {
    const from = server.meteredUntil + i * HOUR;
    const month = byMonth.get(monthKey(from)) ?? { from, hours: 0 };
    month.hours++;
    byMonth.set(monthKey(from), month);
  }
  for (const [month, { from, hours: count }] of byMonth) {
    const hoursOf = [ratesAt, from, count, (rates: Rates) => rateWith(server, rates)] as const;
    await addUsage(tx, ids, server, { month, hours: count, microMills: sumHours(...hoursOf), supplies: supplyHours(...hoursOf) });
  }
  const meteredUntil = server.meteredUntil + hours * HOUR;
  await tx.updateTable('server').set({ meteredUntil }).where('id', '=', server.id).execute();
  return meteredUntil;
}

async function addUsage(
  tx: Tx,
  ids: Ids,
  { id, accountId, name }: Metered,
  { month, hours, microMills, supplies }: { month: string; hours: number; microMills: number; supplies: readonly Supply[] },
): Promise<void> {
  const usage = await tx
    .insertInto('serverUsage')
    .values({ id: ids.newId(), accountId, serverId: id, serverName: name, month, hours, microMills, booked: 0 })
    .onConflict((conflict) =>
      conflict.columns(['serverId', 'month', 'accountId']).doUpdateSet((e) => ({
        serverName: name,
        hours: e('serverUsage.hours', '+', hours),
        microMills: e('serverUsage.microMills', '+', microMills),
      })),
    )
    .returning(['id', 'microMills', 'booked', 'pendingSupplies'])
    .executeTakeFirstOrThrow();
  const total = toMills(usage.microMills);
  const amount = total - usage.booked;
  const all = mergeSupplies([...(usage.pendingSupplies ?? []), ...supplies]);
  const change = amount > 0 ? { booked: total, pendingSupplies: null } : { pendingSupplies: suppliesOrNull(all) };
  await tx.updateTable('serverUsage').set(change).where('id', '=', usage.id).execute();
  if (amount <= 0) return;
  await postEntry(tx, ids, {
    kind: 'usage',
    from: { wallet: accountId },
    to: 'revenue',
    amount,
    description: { key: key('server:ledger.usage'), params: { name, month } },
    reference: `serverUsage:${usage.id}`,
    isAccrued: true,
    supplies: all,
  });
}

/**
 * Renews an ended prepaid period at the price in force when the new one starts, if automatic renewal is on and the balance covers it;
 * otherwise the server continues hourly.
 * @returns the new `meteredUntil`
 */
export async function renew(tx: Tx, ids: Ids, row: Metered & Pick<ServerRow, 'period' | 'autoRenew' | 'expiresAt'>): Promise<number> {
  let { meteredUntil } = row;
  if (row.period === 'payg' || meteredUntil > ids.now || !isCharged(row)) return meteredUntil;
  const hours = periodHours[prepaid[row.period]];
  const ratesAt = await rateHistory(tx);
  while (meteredUntil <= ids.now) {
    const hourlyRate = rateWith(row, ratesAt(meteredUntil));
    const amount = millsFor(hourlyRate, hours);
    const isPaid = row.autoRenew && row.expiresAt === null && amount > 0 && (await readBalance(tx, row.accountId)) >= amount;
    if (!isPaid) {
      await tx.updateTable('server').set({ period: 'payg' }).where('id', '=', row.id).execute();
      return meteredUntil;
    }
    const params = { name: row.name, until: iso(meteredUntil + hours * HOUR).slice(0, 10) };
    await postEntry(tx, ids, {
      kind: 'usage',
      from: { wallet: row.accountId },
      to: 'revenue',
      amount,
      description: { key: key('server:ledger.period'), params },
      reference: `serverPeriod:${row.id}:${meteredUntil}`,
      supplies: [{ from: meteredUntil, to: meteredUntil + hours * HOUR, unit: row.period, quantity: 1, rate: hourlyRate * hours }],
    });
    meteredUntil += hours * HOUR;
    await tx.updateTable('server').set({ meteredUntil, hourlyRate }).where('id', '=', row.id).execute();
  }
  return meteredUntil;
}

/** Charges every server's hours, renews periods, and removes servers whose time has ended. */
export const meterServers: JobHandler = async (ctx) => {
  let after = '';
  for (;;) {
    const rows = await ctx.services.store.reader
      .selectFrom('server')
      .select(['id', 'accountId'])
      .where('id', '>', after)
      .where((e) => e.or([e('meteredUntil', '<=', ctx.now), e('expiresAt', '<=', ctx.now)]))
      .where('state', '!=', 'removing')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, accountId } of rows) {
      ctx.leaving.throwIfAborted();
      await ctx.services.store.write(`account:${accountId}`, async (tx) => {
        const row = await tx.selectFrom('server').selectAll().where('id', '=', id).executeTakeFirst();
        // It may have been handed over: its new owner has another lock.
        if (!row || row.accountId !== accountId || row.state === 'removing') return;
        await chargeHours(tx, ctx, { ...row, meteredUntil: await renew(tx, ctx, row) });
        if (row.expiresAt !== null && row.expiresAt <= ctx.now) await begin(tx, ctx, row, 'delete', {}, { isSystem: true });
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
};

/** What servers cost. */
export async function serverCosts(db: Db | Tx, account: CostsAccount): Promise<Cost[]> {
  const rows = await db
    .selectFrom('server')
    .selectAll()
    .$if(account !== null, (query) => query.where('accountId', '=', account?.id ?? ''))
    .where('suspendedAt', 'is', null)
    .where('lostAt', 'is', null)
    .where('state', '!=', 'removing')
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ accountId: row.accountId, name: row.name, rateAt: (rates) => computeServerRate(row, rates) }));
}
