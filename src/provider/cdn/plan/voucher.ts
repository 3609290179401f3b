import { voucherDiscount } from '../../../lib/rules/cdn/plan/voucher.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuseField } from '../../kernel/refusal.ts';

/**
 * The discount of a voucher for a price, both in mills. `DECLINED` is always refused, so that anybody can test the failure.
 * @throws Refusal 422
 */
export async function discountBy(
  db: Db | Tx,
  { now, account }: Pick<SignedIn, 'now' | 'account'>,
  code: string,
  price: number,
): Promise<number> {
  if (code === 'DECLINED') refuseField('voucher', 'plan:error.voucherDeclined');
  const voucher =
    (await db.selectFrom('discountCode').selectAll().where('code', '=', code).executeTakeFirst()) ??
    refuseField('voucher', 'plan:error.voucherUnknown');
  const { amount, percent, maxUses, used, expiresAt, disabledAt } = voucher;
  if (disabledAt !== null) refuseField('voucher', 'plan:error.voucherOff');
  if (expiresAt !== null && Number(expiresAt) <= now) refuseField('voucher', 'plan:error.voucherExpired');
  if (price === 0) refuseField('voucher', 'plan:error.voucherFree');
  const own = await db
    .selectFrom('voucherUse')
    .select('usedAt')
    .where('accountId', '=', account.id)
    .where('code', '=', code)
    .executeTakeFirst();
  if (own) refuseField('voucher', 'plan:error.voucherUsed');
  if (maxUses !== null && used >= maxUses) refuseField('voucher', 'plan:error.voucherUsedUp');
  return voucherDiscount(percent === null ? { amount: Number(amount) } : { percent }, price);
}

/**
 * Uses a voucher, in the transaction of the purchase. The count is conditional and locks its row until the commit: of two customers
 * with one use left, the second is refused.
 * @throws Refusal 422 if it was used up in the meantime
 */
export async function redeemVoucher(
  tx: Tx,
  { now, account }: Pick<SignedIn, 'now' | 'account'>,
  code: string,
  domainId: string,
): Promise<void> {
  const counted = await tx
    .updateTable('discountCode')
    .set((e) => ({ used: e('used', '+', 1) }))
    .where('code', '=', code)
    .where((e) => e.or([e('maxUses', 'is', null), e('used', '<', e.ref('maxUses'))]))
    .returning('used')
    .executeTakeFirst();
  if (!counted) refuseField('voucher', 'plan:error.voucherUsedUp');
  await tx.insertInto('voucherUse').values({ accountId: account.id, code, domainId, usedAt: now }).execute();
}
