import type { CurrentPlan } from '../../../lib/contract/cdn/plan.ts';
import { lockEnd, type PurchasedPlan, planPrice } from '../../../lib/rules/cdn/plan/change.ts';
import { GRACE_MS, nextLook } from '../../../lib/rules/cdn/plan/renewal.ts';
import { iso } from '../../../lib/time.ts';
import type { Work } from '../../core/services.ts';
import type { Db, Domain, DomainPlan, Tx } from '../../db/schema.ts';
import { cdnJobs } from '../jobs.ts';
import type { Plans, PlansAt } from '../plans.ts';

/** The term of a purchased plan; undefined with Basic and contract plans. Check the domain's owner before. */
export const loadTerm = (db: Db | Tx, { id }: Pick<Domain, 'id'>): Promise<DomainPlan | undefined> =>
  db.selectFrom('domainPlan').selectAll().where('domainId', '=', id).executeTakeFirst();

/** A plan as the rules see it. */
export const currentTerm = ({ plan }: Pick<Domain, 'plan'>, term: DomainPlan | undefined): PurchasedPlan => ({
  plan,
  bought: term ?? null,
  isUnpaid: (term?.unpaidSince ?? null) !== null,
});

/** When the next period starts: its price is the one in force then. One restored after it was disabled starts now. */
export const renewalAt = ({ endsAt, disabledAt }: Pick<DomainPlan, 'endsAt' | 'disabledAt'>, now: number): number =>
  disabledAt === null ? endsAt : now;

/** The price of the next period, in mills. A plan without a price in the catalogue renews at its last price; contract plans are 0 here. */
export function renewalPrice(plans: Plans, { plan }: Pick<Domain, 'plan'>, { period, paid }: Pick<DomainPlan, 'period' | 'paid'>): number {
  return plans[plan].price.monthly === null ? 0 : (planPrice(plans[plan], period) ?? paid);
}

/** Stores the term and schedules its next check, in one transaction; `null` ends it. */
export async function saveTerm(
  tx: Tx,
  { now, services }: Pick<Work, 'now' | 'services'>,
  domainId: string,
  term: Omit<DomainPlan, 'domainId'> | null,
): Promise<void> {
  if (!term) {
    await tx.deleteFrom('domainPlan').where('domainId', '=', domainId).execute();
    return;
  }
  await tx
    .insertInto('domainPlan')
    .values({ domainId, ...term })
    .onConflict((conflict) => conflict.column('domainId').doUpdateSet(term))
    .execute();
  const runAt = nextLook(term, now);
  if (runAt !== null) await services.jobs.enqueue(tx, cdnJobs.renewPlan, { domainId }, { runAt });
}

/** The plan of a domain as the contract returns it. */
export function showCurrent(
  plansAt: PlansAt,
  { plan, planSince }: Pick<Domain, 'plan' | 'planSince'>,
  term: DomainPlan | undefined,
  now: number,
): CurrentPlan {
  const unlocks = term ? lockEnd(term.boughtAt) : 0;
  return {
    code: plan,
    since: iso(planSince),
    lockedUntil: unlocks > now ? iso(unlocks) : null,
    bought: term
      ? {
          period: term.period,
          boughtAt: iso(term.boughtAt),
          startsAt: iso(term.startsAt),
          endsAt: iso(term.endsAt),
          paid: term.paid,
          price: renewalPrice(plansAt(renewalAt(term, now)), { plan }, term),
        }
      : null,
    unpaid:
      term && term.unpaidSince !== null
        ? {
            since: iso(term.unpaidSince),
            disablesAt: iso(term.unpaidSince + GRACE_MS),
            disabledAt: term.disabledAt === null ? null : iso(term.disabledAt),
          }
        : null,
  };
}
