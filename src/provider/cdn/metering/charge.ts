import { key } from '../../../lib/i18n/key.ts';
import { chargedCost, divideTraffic, type TrafficPrice, trafficPriceAt, trafficRate } from '../../../lib/rules/cdn/plan/traffic.ts';
import { type Month, monthKey } from '../../../lib/rules/core/month.ts';
import { mergeSupplies, type Supply, suppliesOrNull } from '../../../lib/rules/core/supply.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import { HOUR } from '../../../lib/time.ts';
import { postEntry } from '../../core/ledger/ledger.ts';
import type { Work } from '../../core/services.ts';
import type { Domain, Tx } from '../../db/schema.ts';
import type { DomainTrafficTable as MonthRow, TrafficHourTable } from '../../db/tables/cdn/traffic.ts';
import type { LogHour } from '../../drivers/logs/logs.ts';
import { markStale } from '../../live/stale.ts';
import { plansWithLimits } from '../plans.ts';
import { trafficPrices } from './price.ts';

/** Bytes of an hour that the wallet pays for. */
interface Counted {
  from: number;
  to: number;
  bytes: number;
}

/** Rows of one statement; databases limit their values. */
const BATCH = 500;

/** The larger of two amounts; null: without a limit. */
export const largest = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b));

/**
 * Charges hours of one account that are new, or have more than when they were counted: by the hour and then by the domain's ID, so that the
 * result doesn't depend on when it runs.
 * @param meteredUntil what the caller read: if it has changed, another run has done this
 */
export async function chargeHours(
  tx: Tx,
  ids: Pick<Work, 'now' | 'newId'>,
  { accountId, hours, meteredUntil }: { accountId: string; hours: readonly LogHour[]; meteredUntil: number },
): Promise<void> {
  const meter = await tx.selectFrom('trafficMeter').select('until').where('id', '=', 1).executeTakeFirst();
  if (meter?.until !== meteredUntil) return;
  const counted = await countedHours(tx, hours);
  const domains = await loadDomains(tx, accountId);
  const months = await loadMonths(tx, accountId, monthKey(Math.min(...hours.map(({ at }) => at))));
  const changed = new Map<MonthRow, Counted[]>();
  const rows: TrafficHourTable[] = [];
  for (const { domainId, at, requests, bytes } of hours.toSorted((a, b) => a.at - b.at || (a.domainId < b.domainId ? -1 : 1))) {
    const before = counted.get(`${domainId} ${at}`);
    const domain = domains.get(domainId);
    if (before && before.accountId !== accountId) continue;
    const stoppedAt = domain?.stoppedAt ?? null;
    // A stopped domain’s visitors only get the page that explains it.
    if (!before && stoppedAt !== null && at >= stoppedAt) {
      rows.push({ domainId, at, accountId: null, requests, bytes, charged: 0 });
      continue;
    }
    const month = months.get(domainId, monthKey(at), domain);
    // The domain was moved to another account or has never been this one's: the next run asks its owner.
    if (!month) continue;
    month.requests += Math.max(0, requests - (before?.requests ?? 0));
    month.bytes += Math.max(0, bytes - (before?.bytes ?? 0));
    const paid = month.charged;
    months.divide(month);
    const part = month.charged > paid ? [{ from: at, to: at + HOUR, bytes: month.charged - paid }] : [];
    changed.set(month, [...(changed.get(month) ?? []), ...part]);
    const most = { requests: Math.max(requests, before?.requests ?? 0), bytes: Math.max(bytes, before?.bytes ?? 0) };
    rows.push({ domainId, at, accountId, ...most, charged: (before?.charged ?? 0) + month.charged - paid });
  }
  await saveHours(tx, rows);
  const prices = await trafficPrices(tx);
  for (const [month, parts] of changed) await settle(tx, ids, month, parts, prices);
  if (changed.size > 0) markStale(tx, accountId, 'plan', ids.now);
}

/** Books what a month costs more than was booked for it, and stores the month. */
async function settle(
  tx: Tx,
  ids: Pick<Work, 'now' | 'newId'>,
  row: MonthRow,
  parts: readonly Counted[],
  prices: readonly TrafficPrice[],
): Promise<void> {
  const price = trafficPriceAt(prices, row.month);
  const amount = Math.max(0, chargedCost(row.charged, price) - row.booked);
  const supplied = parts.map(
    ({ from, to, bytes }): Supply => ({ from, to, unit: 'gigabyte', quantity: bytes / GB, rate: trafficRate(price) }),
  );
  const supplies = mergeSupplies([...(row.pendingSupplies ?? []), ...supplied]);
  await saveMonth(tx, { ...row, booked: row.booked + amount, pendingSupplies: amount === 0 ? suppliesOrNull(supplies) : null });
  if (amount === 0) return;
  await postEntry(tx, ids, {
    kind: 'usage',
    from: { wallet: row.accountId },
    to: 'revenue',
    amount,
    description: { key: key('plan:ledger.traffic'), params: { domain: row.name, month: row.month } },
    reference: row.domainId,
    isAccrued: true,
    supplies,
  });
}

/**
 * Keeps who pays for the last hours of a domain, in the transaction that removes it. A domain that is added again continues its month.
 */
export async function finalizeMeter(tx: Tx, { id: domainId, accountId, name, plan }: Domain, now: number): Promise<void> {
  const month = (await loadMonths(tx, accountId, monthKey(now))).get(domainId, monthKey(now), { name, plan });
  if (month) await saveMonth(tx, month);
}

/** Whether a domain's traffic has been charged to the wallet. */
export const hasPaidTraffic = async (tx: Tx, domainId: string): Promise<boolean> =>
  (await tx.selectFrom('domainTraffic').select('month').where('domainId', '=', domainId).where('booked', '>', 0).executeTakeFirst()) !==
  undefined;

async function saveMonth(tx: Tx, row: MonthRow): Promise<void> {
  const { domainId: _, accountId: _a, month: _m, ...values } = row;
  await tx
    .insertInto('domainTraffic')
    .values(row)
    .onConflict((conflict) => conflict.columns(['domainId', 'accountId', 'month']).doUpdateSet(values))
    .execute();
}

async function saveHours(tx: Tx, rows: readonly TrafficHourTable[]): Promise<void> {
  for (let i = 0; i < rows.length; i += BATCH)
    await tx
      .insertInto('trafficHour')
      .values(rows.slice(i, i + BATCH))
      .onConflict((conflict) =>
        conflict.columns(['domainId', 'at']).doUpdateSet((e) => ({
          requests: e.ref('excluded.requests'),
          bytes: e.ref('excluded.bytes'),
          charged: e.ref('excluded.charged'),
        })),
      )
      .execute();
}

async function countedHours(tx: Tx, hours: readonly LogHour[]): Promise<Map<string, TrafficHourTable>> {
  const ids = [...new Set(hours.map(({ domainId }) => domainId))];
  const times = hours.map(({ at }) => at);
  const rows = await tx
    .selectFrom('trafficHour')
    .selectAll()
    .where('domainId', 'in', ids)
    .where('at', '>=', Math.min(...times))
    .where('at', '<=', Math.max(...times))
    .execute();
  return new Map(rows.map((row) => [`${row.domainId} ${row.at}`, row]));
}

async function loadDomains(tx: Tx, accountId: string) {
  const rows = await tx
    .selectFrom('domain')
    .leftJoin('domainSuspension as stop', 'stop.domainId', 'domain.id')
    .select(['domain.id', 'domain.name', 'domain.plan'])
    .select((e) => e.fn.min('stop.suspendedAt').as('stoppedAt'))
    .where('domain.accountId', '=', accountId)
    .groupBy(['domain.id', 'domain.name', 'domain.plan'])
    .execute();
  // Without a suspension `min` is null, which its type doesn't say.
  return new Map(rows.map(({ stoppedAt, ...row }) => [row.id, { ...row, stoppedAt: stoppedAt as number | null }]));
}

/** The months of an account's domains, from a month on. */
async function loadMonths(tx: Tx, accountId: string, from: Month) {
  const rows = new Map<string, MonthRow>();
  const byName = new Map<string, MonthRow[]>();
  const latest = new Map<string, MonthRow>();
  const free = new Map<Month, number>();
  const plans = await plansWithLimits(tx);
  const add = (row: MonthRow) => {
    rows.set(`${row.domainId} ${row.month}`, row);
    const same = byName.get(`${row.name} ${row.month}`) ?? [];
    byName.set(`${row.name} ${row.month}`, [...same, row]);
    latest.set(row.domainId, row);
    free.set(row.month, (free.get(row.month) ?? 0) + row.free);
    return row;
  };
  const stored = tx.selectFrom('domainTraffic').selectAll().where('accountId', '=', accountId).where('month', '>=', from);
  for (const row of await stored.orderBy('month').execute()) add(row);
  return {
    /** The month of a domain, with the plan it has now; of a removed one, with the plan it had. Undefined: the account has no such domain. */
    get(domainId: string, month: Month, domain: Pick<Domain, 'name' | 'plan'> | undefined): MonthRow | undefined {
      const last = latest.get(domainId);
      const included = domain ? plans[domain.plan].traffic : last?.included;
      const name = domain?.name ?? last?.name;
      if (included === undefined || name === undefined) return undefined;
      const found = rows.get(`${domainId} ${month}`);
      // A smaller plan, or a lower limit, doesn't take back what was included when the traffic went out.
      if (found) return Object.assign(found, { included: largest(found.included, included) });
      return add({
        domainId,
        accountId,
        month,
        name,
        requests: 0,
        bytes: 0,
        included,
        free: 0,
        charged: 0,
        booked: 0,
        pendingSupplies: null,
      });
    },
    /** Divides the bytes of a month again. */
    divide(row: MonthRow): void {
      const others = (free.get(row.month) ?? 0) - row.free;
      const sameName = (byName.get(`${row.name} ${row.month}`) ?? []).filter((one) => one !== row);
      Object.assign(row, divideTraffic(row, sameName, others));
      free.set(row.month, others + row.free);
    },
  };
}
