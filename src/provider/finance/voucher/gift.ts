import type { Voucher } from '../../../lib/contract/finance/voucher.ts';
import { giftCode } from '../../../lib/rules/finance/topUp.ts';
import { refuseField } from '../../core/implement.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { financeCatalogue, type GiftCode } from '../catalogue.ts';

export interface Gift extends GiftCode {
  code: string;
}

export const showVoucher = ({ code, worth, expiresAt }: Gift): Voucher => ({
  code,
  kind: 'amount' in worth ? 'gift' : 'percent',
  value: 'amount' in worth ? worth.amount : worth.percent,
  max: 'amount' in worth ? null : worth.max,
  expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
});

/** A code of the catalogue; undefined: it doesn't exist or was removed. */
export function giftByCode(code: string): Gift | undefined {
  const gift = Object.hasOwn(financeCatalogue.giftCodes, code) ? financeCatalogue.giftCodes[code] : undefined;
  return gift && { ...gift, code };
}

/**
 * The gift code that a customer entered, if it can be used. `DECLINED` is always refused, so that the error can be
 * demonstrated.
 * @throws Refusal 422 at `field`
 */
export async function usableGift(
  db: Db | Tx,
  account: { id: string },
  text: string,
  now: number,
  field: 'code' | 'giftCode',
): Promise<Gift> {
  const code = giftCode(text);
  if (code === 'DECLINED') refuseField(field, 'voucher:error.declined');
  const gift = giftByCode(code) ?? refuseField(field, 'voucher:error.unknown');
  if (gift.expiresAt !== undefined && gift.expiresAt <= now) refuseField(field, 'voucher:error.expired');
  const used = await db
    .selectFrom('giftUse')
    .select('id')
    .where('accountId', '=', account.id)
    .where('code', '=', code)
    .where('status', '=', 'used')
    .executeTakeFirst();
  if (used) refuseField(field, 'voucher:error.used');
  if (gift.maxUses !== undefined) {
    const count = await db.selectFrom('giftCount').select('used').where('code', '=', code).executeTakeFirst();
    if (count && count.used >= gift.maxUses) refuseField(field, 'voucher:error.expired');
  }
  return gift;
}

/**
 * Reserves a code for a payment, or for the next one. This cancels earlier unused reservations of the code, and
 * any other reservation without a payment, because only one is allowed.
 */
export async function requestGift(
  tx: Tx,
  { account, now, newId }: { account: { id: string }; now: number; newId(): string },
  code: string,
  paymentId: string | null,
): Promise<void> {
  await tx
    .updateTable('giftUse')
    .set({ status: 'cancelled' })
    .where('accountId', '=', account.id)
    .where('status', '=', 'pending')
    .where((e) => e.or([e('code', '=', code), ...(paymentId === null ? [e('paymentId', 'is', null)] : [])]))
    .execute();
  await tx
    .insertInto('giftUse')
    .values({ id: newId(), accountId: account.id, code, status: 'pending', paymentId, createdAt: now, usedAt: null })
    .execute();
}

/**
 * Uses the code of a payment, in the transaction that credits it.
 * @returns false when a later reservation cancelled this one, or when a limited code is used up
 */
export async function takeGift(tx: Tx, payment: { id: string; accountId: string }, code: string, now: number): Promise<boolean> {
  const request = await tx
    .selectFrom('giftUse')
    .select('id')
    .where('accountId', '=', payment.accountId)
    .where('code', '=', code)
    .where('paymentId', '=', payment.id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (!request) return false;
  const maxUses = giftByCode(code)?.maxUses;
  const isFree = maxUses === undefined || (await countUse(tx, code, maxUses));
  await tx
    .updateTable('giftUse')
    .set(isFree ? { status: 'used', usedAt: now } : { status: 'cancelled' })
    .where('id', '=', request.id)
    .execute();
  return isFree;
}

/** Counts a use of a limited code across customers. The row of the counter is locked until the commit. */
async function countUse(tx: Tx, code: string, maxUses: number): Promise<boolean> {
  const counted = await tx
    .insertInto('giftCount')
    .values({ code, used: 1 })
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet((e) => ({ used: e('giftCount.used', '+', 1) }))
        .where('giftCount.used', '<', maxUses),
    )
    .returning('used')
    .executeTakeFirst();
  return counted !== undefined;
}

/** The code reserved for the next top-up. */
export async function pendingGift(db: Db | Tx, account: { id: string }): Promise<{ id: string; gift: Gift } | null> {
  const row = await db
    .selectFrom('giftUse')
    .select(['id', 'code'])
    .where('accountId', '=', account.id)
    .where('status', '=', 'pending')
    .where('paymentId', 'is', null)
    .executeTakeFirst();
  const gift = row && giftByCode(row.code);
  return row && gift ? { id: row.id, gift } : null;
}
