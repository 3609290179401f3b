import { trafficPriceAt, trafficRate } from '../../../lib/rules/cdn/plan/traffic.ts';
import { addMonths } from '../../../lib/rules/core/month.ts';
import { monthParam, rateParam } from '../../core/localizedParams.ts';
import { announcePriceChange } from '../../core/notification/announcePriceChange.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { cdnJobs } from '../jobs.ts';
import { trafficPrices } from '../metering/index.ts';
import { trafficEffect } from './trafficEffect.ts';

/**
 * Notifies each account that pays more or less for its traffic by a change of the price, or would have by one that was withdrawn. A
 * change that was replaced in the meantime is no longer announced.
 */
export const announceTraffic: JobHandler<typeof cdnJobs.announceTraffic> = async (ctx, { version, replaced }) => {
  const db = ctx.services.store.reader;
  const change = await db.selectFrom('trafficPrice').selectAll().where('version', '=', version).executeTakeFirst();
  if (!change) return;
  const before = trafficPriceAt(await trafficPrices(db), addMonths(change.month, -1));
  const isWithdrawn = change.price === before;
  const { accounts } = await trafficEffect(db, ctx.now, before, isWithdrawn ? (replaced ?? before) : change.price);
  await announcePriceChange(ctx, {
    accounts,
    isWithdrawn,
    announcedTo: change.announcedTo,
    async advance(tx, accountId) {
      const { numUpdatedRows } = await tx
        .updateTable('trafficPrice')
        .set({ announcedTo: accountId })
        .where('version', '=', version)
        .where((where) => where.or([where('announcedTo', 'is', null), where('announcedTo', '<', accountId)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    title: isWithdrawn ? 'operatorPlan:notice.takenBackTitle' : 'operatorPlan:notice.title',
    description: (meaning) => `operatorPlan:notice.${meaning}`,
    params: { before: rateParam(trafficRate(before)), after: rateParam(trafficRate(change.price)), month: monthParam(change.month) },
    link: '/domains',
  });
};
