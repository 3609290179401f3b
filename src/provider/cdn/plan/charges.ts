import { chargesUntil } from '../../../lib/rules/cdn/plan/charges.ts';
import { iso } from '../../../lib/time.ts';
import type { UpcomingCharge } from '../../core/registry.ts';
import { ownedDomains } from '../../db/owned.ts';
import type { Db } from '../../db/schema.ts';
import { plansByTime } from '../plans.ts';
import { renewalPrice } from './term.ts';

/** The renewals of the account's plans from `now` until `until`. */
export async function planCharges(db: Db, account: { id: string }, now: number, until: number): Promise<UpcomingCharge[]> {
  const terms = await ownedDomains(db, account)
    .innerJoin('domainPlan', 'domainPlan.domainId', 'domain.id')
    .selectAll('domainPlan')
    .select(['domain.name', 'domain.plan'])
    .execute();
  const plansAt = await plansByTime(db);
  return terms.flatMap(({ name, plan, ...term }) =>
    chargesUntil(term, now, until).map((at) => ({
      at: iso(at),
      domainId: term.domainId,
      domain: name,
      plan,
      amount: renewalPrice(plansAt(at), { plan }, term),
    })),
  );
}
