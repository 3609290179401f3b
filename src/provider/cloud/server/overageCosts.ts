import { periodHours } from '../../../lib/rules/cloud/price.ts';
import { computeOverage } from '../../../lib/rules/cloud/traffic.ts';
import { addMonths, monthKey } from '../../../lib/rules/core/month.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Cost } from '../cost.ts';

/** What each server's traffic beyond the included amount costs, in this month or the last one, whichever had more; by the hour. */
export async function overageCosts(db: Db | Tx, now: number): Promise<Cost[]> {
  const month = monthKey(now);
  const rows = await db
    .selectFrom('serverTraffic')
    .innerJoin('server', 'server.id', 'serverTraffic.serverId')
    .select(['server.id', 'server.accountId', 'server.name', 'serverTraffic.bytesOut', 'serverTraffic.included'])
    .where('serverTraffic.month', 'in', [addMonths(month, -1), month])
    .where('server.state', '!=', 'removing')
    .execute();
  const most = new Map<string, { accountId: string; name: string; overage: number }>();
  for (const { id, accountId, name, bytesOut, included } of rows) {
    const overage = computeOverage(bytesOut, included);
    if (overage > (most.get(id)?.overage ?? 0)) most.set(id, { accountId, name, overage });
  }
  return [...most.values()].map(({ accountId, name, overage }) => ({
    accountId,
    name,
    rateAt: ({ traffic }) => Math.round((overage / GB / periodHours.monthly) * traffic),
  }));
}
