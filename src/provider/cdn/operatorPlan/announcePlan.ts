import type { PlanCode } from '../../../lib/rules/core/plans.ts';
import { amountParam, dayParam, textParam } from '../../core/localizedParams.ts';
import { LEAST_ANNOUNCED } from '../../core/notification/announcePriceChange.ts';
import { announceTimedPrices } from '../../core/timedPrices.ts';
import type { Db } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { cdnJobs } from '../jobs.ts';
import { StoredPlan } from '../plans.ts';

/** How much more each account pays for a plan per month, a year counting a twelfth; mills. Accounts that are being closed aren't among them. */
async function planSubscribers(db: Db, plan: PlanCode, { monthly, annual }: StoredPlan, next: Pick<StoredPlan, 'monthly' | 'annual'>) {
  const rows = await db
    .selectFrom('domainPlan')
    .innerJoin('domain', 'domain.id', 'domainPlan.domainId')
    .innerJoin('user', 'user.id', 'domain.accountId')
    .select(['domain.accountId', 'domainPlan.period'])
    .where('domain.plan', '=', plan)
    .where('user.closeStartedAt', 'is', null)
    .execute();
  const differences = new Map<string, number>();
  for (const { accountId, period } of rows) {
    const difference = period === 'month' ? next.monthly - monthly : Math.round((next.annual - annual) / 12);
    differences.set(accountId, (differences.get(accountId) ?? 0) + difference);
  }
  return [...differences]
    .map(([id, difference]) => ({ id, difference }))
    .filter(({ difference }) => Math.abs(difference) >= LEAST_ANNOUNCED);
}

/** Notifies each account with a plan of prices that are valid from a time on, or that were announced and withdrawn. */
export const announcePlan: JobHandler<typeof cdnJobs.announcePlan> = (ctx, { plan, version, withdrawn }) =>
  announceTimedPrices(ctx, { section: 'plan', item: plan, schema: StoredPlan, version, withdrawn }, async (before, next, isWithdrawn) => ({
    accounts: await planSubscribers(ctx.services.store.reader, plan, before, next),
    title: isWithdrawn ? 'operatorPlan:notice.planTakenBackTitle' : 'operatorPlan:notice.planTitle',
    description: (meaning) => `operatorPlan:notice.${planTexts[meaning]}`,
    params: {
      plan: textParam(`common:plan.${plan}`),
      date: dayParam(next.validFrom),
      monthly: amountParam(next.monthly),
      annual: amountParam(next.annual),
      monthlyBefore: amountParam(before.monthly),
      annualBefore: amountParam(before.annual),
    },
    link: '/domains',
  }));

const planTexts = { more: 'planMore', less: 'planLess', takenBack: 'planTakenBack' } as const;
