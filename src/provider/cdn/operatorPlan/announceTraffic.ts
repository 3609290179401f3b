import { trafficPriceAt } from '../../../lib/rules/cdn/plan/traffic.ts';
import { addMonths } from '../../../lib/rules/core/month.ts';
import { amountParam, monthParam, rateParam } from '../../core/localizedParams.ts';
import { notifyAccounts } from '../../core/notification/notifyAccounts.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { trafficPrices } from '../metering/price.ts';
import { trafficEffect } from './trafficEffect.ts';

/** Micro-mills in a mill: rates are shown to the last digit. */
const MICRO = 1_000_000;

/**
 * Notifies each account that pays more or less for its traffic by a change of the price, or would have by one that was taken back. A
 * change that was replaced in the meantime is no longer announced.
 */
export const announceTraffic: JobHandler = async (ctx, payload) => {
  const { version, replaced } = payload as { version: number; replaced: number | null }; // as `updateTraffic` enqueues it
  const db = ctx.store.reader;
  const change = await db.selectFrom('trafficPrice').selectAll().where('version', '=', version).executeTakeFirst();
  if (!change) return;
  const before = trafficPriceAt(await trafficPrices(db), addMonths(change.month, -1));
  const isTakenBack = change.price === before;
  const { accounts } = await trafficEffect(db, ctx.now, before, isTakenBack ? (replaced ?? before) : change.price);
  await notifyAccounts(ctx, accounts, {
    after: change.announcedTo,
    async advance(tx, accountId) {
      const { numUpdatedRows } = await tx
        .updateTable('trafficPrice')
        .set({ announcedTo: accountId })
        .where('version', '=', version)
        .where((where) => where.or([where('announcedTo', 'is', null), where('announcedTo', '<', accountId)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    notice({ difference }) {
      const what = isTakenBack ? 'takenBack' : difference > 0 ? 'more' : 'less';
      return {
        event: 'price',
        type: what === 'more' ? 'warning' : 'message',
        title: isTakenBack ? 'operatorPlan:notice.takenBackTitle' : 'operatorPlan:notice.title',
        description: `operatorPlan:notice.${what}`,
        params: {
          before: rateParam(before * MICRO),
          after: rateParam(change.price * MICRO),
          month: monthParam(change.month),
          difference: amountParam(Math.abs(difference)),
        },
        link: '/domains',
      };
    },
  });
};
