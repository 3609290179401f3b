import { amountParam, dayParam, textParam } from '../../core/localizedParams.ts';
import { LEAST_ANNOUNCED } from '../../core/notification/announcePriceChange.ts';
import { StoredSupportPlan } from '../../core/supportPrices.ts';
import { announceTimedPrices } from '../../core/timedPrices.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { supportJobs } from '../jobs.ts';

/** Notifies each account that has a support plan of prices that are valid from a time on, or that were announced and withdrawn. */
export const announcePrices: JobHandler<typeof supportJobs.announcePrices> = (ctx, { plan, version, withdrawn }) =>
  announceTimedPrices(
    ctx,
    { section: 'support', item: plan, schema: StoredSupportPlan, version, withdrawn },
    async (before, next, isWithdrawn) => {
      // Nobody is charged automatically, so it isn't known which period they pay next.
      const byMonth = next.month - before.month;
      const difference = Math.abs(byMonth) >= LEAST_ANNOUNCED ? byMonth : Math.round((next.year - before.year) / 12);
      const accounts = await ctx.services.store.reader
        .selectFrom('supportPlan')
        .innerJoin('user', 'user.id', 'supportPlan.accountId')
        .select('user.id')
        .where('supportPlan.plan', '=', plan)
        .where('supportPlan.endsAt', '>', ctx.now)
        .where('user.closeStartedAt', 'is', null)
        .execute();
      return {
        accounts: Math.abs(difference) < LEAST_ANNOUNCED ? [] : accounts.map(({ id }) => ({ id, difference })),
        title: isWithdrawn ? 'operatorSupport:notice.withdrawnTitle' : 'operatorSupport:notice.title',
        description: () => (isWithdrawn ? 'operatorSupport:notice.withdrawn' : 'operatorSupport:notice.changed'),
        params: {
          plan: textParam(`supportPlan:plan.${plan}`),
          date: dayParam(next.validFrom),
          month: amountParam(next.month),
          year: amountParam(next.year),
          monthBefore: amountParam(before.month),
          yearBefore: amountParam(before.year),
        },
        link: '/tickets/support-plan',
      };
    },
  );
