import type { PlanCode } from '../../../lib/rules/core/plans.ts';
import { amountParam, dayParam, textParam } from '../../core/localizedParams.ts';
import { announcePriceChange, LEAST_ANNOUNCED } from '../../core/notification/announcePriceChange.ts';
import type { Db } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { cdnJobs } from '../jobs.ts';
import { type StoredPlan, storedPlans } from '../plans.ts';

type Next = NonNullable<StoredPlan['next']>;

/** How much more each account pays for a plan per month, a year counting a twelfth; mills. Accounts that are being closed aren't among them. */
async function planSubscribers(db: Db, plan: PlanCode, { monthly, annual }: StoredPlan, next: Next) {
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

/**
 * Notifies each account with a plan of prices that are valid from a time on, or that were announced and withdrawn. A change that was
 * replaced in the meantime isn't announced.
 */
export const announcePlan: JobHandler<typeof cdnJobs.announcePlan> = async (ctx, { plan, version, withdrawn }) => {
  const db = ctx.services.store.reader;
  const changed = (await storedPlans(db)).get(plan);
  const next = changed?.value.next ?? withdrawn;
  if (!changed || !next || changed.version !== version) return;
  const { value } = changed;
  const isWithdrawn = value.next === null;
  await announcePriceChange(ctx, {
    accounts: await planSubscribers(db, plan, value, next),
    isWithdrawn,
    announcedTo: value.announcedTo,
    async advance(tx, accountId) {
      const current = (await storedPlans(tx)).get(plan);
      if (current?.version !== version || (current.value.announcedTo ?? '') >= accountId) return false;
      const { numUpdatedRows } = await tx
        .updateTable('catalogueItem')
        .set({ value: JSON.stringify({ ...current.value, announcedTo: accountId } satisfies StoredPlan) })
        .where('section', '=', 'plan')
        .where('item', '=', plan)
        .where('version', '=', version)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    title: isWithdrawn ? 'operatorPlan:notice.planTakenBackTitle' : 'operatorPlan:notice.planTitle',
    description: (meaning) => `operatorPlan:notice.${planTexts[meaning]}`,
    params: {
      plan: textParam(`common:plan.${plan}`),
      date: dayParam(next.validFrom),
      monthly: amountParam(next.monthly),
      annual: amountParam(next.annual),
      monthlyBefore: amountParam(value.monthly),
      annualBefore: amountParam(value.annual),
    },
    link: '/domains',
  });
};

const planTexts = { more: 'planMore', less: 'planLess', takenBack: 'planTakenBack' } as const;
