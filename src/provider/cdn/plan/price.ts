import { creditOf, lockEnd, obstacleTo, priceOf, type Sum, sumOf, type Wanted } from '../../../lib/rules/cdn/plan/change.ts';
import { discountOf, voucherCode } from '../../../lib/rules/cdn/plan/voucher.ts';
import { refuse, refuseField, type SignedIn } from '../../core/implement.ts';
import type { Db, Domain, DomainPlan, Tx } from '../../db/schema.ts';
import { cdnCatalogue } from '../catalogue.ts';
import { currentPlans } from '../plans.ts';
import { heldOf } from './term.ts';

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
  const held = heldOf(domain, term);
  const plans = await currentPlans(db);
  const obstacle = obstacleTo(held, wanted, Object.values(plans), now);
  if (obstacle === 'locked' && term) {
    const lockedUntil = new Date(lockEnd(term.boughtAt)).toISOString();
    refuse(409, 'plan:error.locked', { extra: { lockedUntil } });
  }
  if (obstacle) refuse(409, `plan:error.${obstacle}`);
  const price = priceOf(plans[wanted.plan], wanted.period) ?? 0; // null is `byContact`
  const voucher = wanted.voucher ? voucherCode(wanted.voucher) : null;
  const discount = voucher ? await discountBy(db, { now, account }, voucher, price) : 0;
  return { sum: sumOf(price, discount, creditOf(held.bought, at)), voucher };
}

/** `DECLINED` is always refused, so that anybody can test the failure. */
async function discountBy(db: Db | Tx, { now, account }: Pick<SignedIn, 'now' | 'account'>, code: string, price: number): Promise<number> {
  if (code === 'DECLINED') refuseField('voucher', 'plan:error.voucherDeclined');
  const voucher = Object.hasOwn(cdnCatalogue.vouchers, code) ? cdnCatalogue.vouchers[code] : undefined;
  if (!voucher) return refuseField('voucher', 'plan:error.voucherUnknown');
  if (voucher.expiresAt !== undefined && voucher.expiresAt <= now) refuseField('voucher', 'plan:error.voucherExpired');
  if (price === 0) refuseField('voucher', 'plan:error.voucherFree');
  const used = await db
    .selectFrom('voucherUse')
    .select('usedAt')
    .where('accountId', '=', account.id)
    .where('code', '=', code)
    .executeTakeFirst();
  if (used) refuseField('voucher', 'plan:error.voucherUsed');
  return discountOf(voucher, price);
}
