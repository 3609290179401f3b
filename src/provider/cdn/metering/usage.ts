import type { Output } from '../../../lib/contract/call.ts';
import type { plan } from '../../../lib/contract/cdn/plan.ts';
import { chargedCost, trafficPriceAfter, trafficPriceAt } from '../../../lib/rules/cdn/plan/traffic.ts';
import { facts } from '../../../lib/rules/core/facts.ts';
import { type Month, monthEnd, monthKey, monthStart } from '../../../lib/rules/core/month.ts';
import { GB, trafficForecast } from '../../../lib/rules/core/traffic.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { hasEdge } from '../../core/edgeReach.ts';
import type { Db, Domain } from '../../db/schema.ts';
import type { Drivers } from '../../drivers/drivers.ts';
import { plansWithLimits } from '../plans.ts';
import { largest } from './charge.ts';
import { loadMeter } from './meter.ts';
import { trafficPrices } from './price.ts';

const gb = (bytes: number) => bytes / GB;

/** The traffic and requests of a domain in a month, as they were counted. */
export async function loadDomainUsage(
  db: Db,
  { drivers }: { drivers: Pick<Drivers, 'edge'> },
  domain: Domain,
  month: Month,
  now: number,
): Promise<Output<typeof plan.usage>['usage']> {
  const { accountId } = domain;
  const meter = await loadMeter(db);
  const months = db.selectFrom('domainTraffic').where('accountId', '=', accountId);
  const row = await months.selectAll().where('domainId', '=', domain.id).where('month', '=', month).executeTakeFirst();
  const account = await months
    .where('month', '=', month)
    .select((e) => e.fn.sum<number | string | null>('free').as('free'))
    .executeTakeFirst();
  const isMeasured =
    row !== undefined ||
    (meter !== undefined &&
      meter.since < monthEnd(month) &&
      ((await hasEdge(db, drivers, now)) || (await months.select('month').limit(1).executeTakeFirst()) !== undefined));
  const { traffic, requests } = (await plansWithLimits(db))[domain.plan];
  const included = !row ? traffic : month === monthKey(now) ? largest(row.included, traffic) : row.included;
  const start = meter && Math.max(monthStart(month), domain.createdAt, meter.since);
  const forecast =
    row && meter && start !== undefined && month === monthKey(now)
      ? trafficForecast(row.bytes, { start, counted: meter.until, end: monthEnd(month) })
      : null;
  const prices = await trafficPrices(db);
  const measured = (value: number | undefined) => (isMeasured ? (value ?? 0) : null);
  return {
    month,
    measured: isMeasured,
    countedUntil: isMeasured && meter ? iso(meter.until) : null,
    traffic: {
      used: measured(row && gb(row.bytes)),
      included,
      shared: facts.freeTraffic,
      sharedUsed: measured(gb(Number(account?.free ?? 0))),
      overage: measured(row && gb(row.charged)),
      cost: measured(row?.booked),
      price: trafficPriceAt(prices, month),
      next: trafficPriceAfter(prices, month),
      forecast: forecast === null ? null : gb(forecast),
    },
    requests: { used: measured(row?.requests), included: requests },
  };
}

/** What the traffic of an account's domains has cost in the last 24 hours of this month, in mills per day. */
export async function trafficCosts(db: Db, account: { id: string }, now: number): Promise<{ name: string; perDay: number }[]> {
  const rows = await db
    .selectFrom('trafficHour')
    .innerJoin('domain', (join) =>
      join.onRef('domain.id', '=', 'trafficHour.domainId').onRef('domain.accountId', '=', 'trafficHour.accountId'),
    )
    .select('domain.name')
    .select((e) => e.fn.sum<number | string>('trafficHour.charged').as('charged'))
    .where('trafficHour.accountId', '=', account.id)
    // The free traffic is reset at the start of a month.
    .where('trafficHour.at', '>=', Math.max(monthStart(monthKey(now)), now - DAY))
    .groupBy('domain.name')
    .orderBy('domain.name')
    .execute();
  const price = trafficPriceAt(await trafficPrices(db), monthKey(now));
  return rows.map(({ name, charged }) => ({ name, perDay: chargedCost(Number(charged), price) })).filter(({ perDay }) => perDay > 0);
}
