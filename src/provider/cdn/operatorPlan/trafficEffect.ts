import { chargedCost } from '../../../lib/rules/cdn/plan/traffic.ts';
import { addMonths, monthKey } from '../../../lib/rules/core/month.ts';
import { LEAST_ANNOUNCED } from '../../core/notification/announcePriceChange.ts';
import type { Db, Tx } from '../../db/schema.ts';

/**
 * What a change of the price of traffic does, with the traffic that wallets paid for in this month or the last one, whichever had more.
 * Prices are mills per gigabyte, amounts mills per month.
 * @returns `total`: what all accounts pay together; `accounts`: those that pay at least a cent more or less, except ones being closed
 */
export async function trafficEffect(
  db: Db | Tx,
  now: number,
  before: number,
  after: number,
): Promise<{ total: { before: number; after: number }; accounts: { id: string; difference: number }[] }> {
  const month = monthKey(now);
  const rows = await db
    .selectFrom('domainTraffic')
    .innerJoin('user', 'user.id', 'domainTraffic.accountId')
    .select('accountId')
    .select((e) => e.fn.sum<number | string>('charged').as('charged'))
    .where('month', 'in', [addMonths(month, -1), month])
    .where('charged', '>', 0)
    .where('user.closeStartedAt', 'is', null)
    .groupBy(['accountId', 'month'])
    .execute();
  const most = new Map<string, number>();
  for (const { accountId, charged } of rows) most.set(accountId, Math.max(Number(charged), most.get(accountId) ?? 0));
  const costs = [...most].map(([id, bytes]) => ({ id, before: chargedCost(bytes, before), after: chargedCost(bytes, after) }));
  return {
    total: {
      before: costs.reduce((sum, cost) => sum + cost.before, 0),
      after: costs.reduce((sum, cost) => sum + cost.after, 0),
    },
    accounts: costs
      .map((cost) => ({ id: cost.id, difference: cost.after - cost.before }))
      .filter(({ difference }) => Math.abs(difference) >= LEAST_ANNOUNCED),
  };
}
