import { lockEnd, obstacleTo, planPrice, planSum, type Sum, unusedCredit, type Wanted } from '../../../lib/rules/cdn/plan/change.ts';
import { voucherCode } from '../../../lib/rules/cdn/plan/voucher.ts';
import { iso } from '../../../lib/time.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { Db, Domain, DomainPlan, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { offeredPlans } from '../plans.ts';
import { currentTerm } from './term.ts';
import { discountBy } from './voucher.ts';

export interface Priced {
  sum: Sum;
  /** The code as stored when the change is made; null: none was given. */
  voucher: string | null;
}

/** The cost of a plan change at a moment, or the refusal. */
export async function priceChange(
  db: Db | Tx,
  { now, account }: Pick<SignedIn, 'now' | 'account'>,
  domain: Domain,
  term: DomainPlan | undefined,
  wanted: Wanted & { voucher?: string | undefined },
  at: number,
): Promise<Priced> {
  const current = currentTerm(domain, term);
  const plans = await offeredPlans(db, at, domain.plan);
  const obstacle = obstacleTo(current, wanted, plans, now);
  if (obstacle === 'locked' && term) {
    const lockedUntil = iso(lockEnd(term.boughtAt));
    refuse(409, 'plan:error.locked', { extra: { lockedUntil } });
  }
  if (obstacle) refuse(409, `plan:error.${obstacle}`);
  const offer = plans.find(({ code }) => code === wanted.plan);
  const price = (offer && planPrice(offer, wanted.period)) ?? 0; // neither is missing: `notOffered`, `byContact`
  const voucher = wanted.voucher ? voucherCode(wanted.voucher) : null;
  const discount = voucher ? await discountBy(db, { now, account }, voucher, price) : 0;
  return { sum: planSum(price, discount, unusedCredit(current.bought, at)), voucher };
}
