import type { Selectable } from 'kysely';
import type { Voucher } from '../../../lib/contract/finance/voucher.ts';
import { type GiftWorth, giftCode } from '../../../lib/rules/finance/topUp.ts';
import { iso } from '../../../lib/time.ts';
import type { Limit } from '../../core/throttle.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { GiftCodeTable, PaymentTable } from '../../db/tables/finance/payment.ts';
import { refuseField } from '../../kernel/refusal.ts';
import { markStale } from '../../live/stale.ts';

/** Prevents guessing of codes. */
export const giftAttempts: Limit = { name: 'gift-code', max: 20, windowMs: 10 * 60_000 };

export interface Gift {
  code: string;
  worth: GiftWorth;
  /** Epoch ms; null: it doesn’t expire. */
  expiresAt: number | null;
  /** Maximum uses by all customers together; each customer has one. Null: no limit. */
  maxUses: number | null;
  enabled: boolean;
}

export const showVoucher = ({ code, worth, expiresAt }: Gift): Voucher => ({
  code,
  kind: 'amount' in worth ? 'gift' : 'percent',
  value: 'amount' in worth ? worth.amount : worth.percent,
  max: 'amount' in worth ? null : worth.max,
  expiresAt: expiresAt === null ? null : iso(expiresAt),
});

/** @throws Error if the row has neither an amount nor a percentage */
export function giftOfRow(row: GiftCodeTable): Gift {
  const { code, amount, percent, most, maxUses, expiresAt, disabledAt } = row;
  const worth = percent !== null && most !== null ? { percent, max: Number(most) } : amount === null ? null : { amount: Number(amount) };
  if (!worth) throw new Error(`The gift code ${code} has no value.`);
  return { code, worth, maxUses, expiresAt: expiresAt === null ? null : Number(expiresAt), enabled: disabledAt === null };
}

/** A gift code, also one that is turned off; undefined: it doesn't exist. */
export async function giftByCode(db: Db | Tx, code: string): Promise<Gift | undefined> {
  const row = await db.selectFrom('giftCode').selectAll().where('code', '=', code).executeTakeFirst();
  return row && giftOfRow(row);
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
  const gift = (await giftByCode(db, code)) ?? refuseField(field, 'voucher:error.unknown');
  if (!gift.enabled || (gift.expiresAt !== null && gift.expiresAt <= now)) refuseField(field, 'voucher:error.expired');
  const used = await db
    .selectFrom('giftUse')
    .select('id')
    .where('accountId', '=', account.id)
    .where('code', '=', code)
    .where('status', '=', 'used')
    .executeTakeFirst();
  if (used) refuseField(field, 'voucher:error.used');
  if (gift.maxUses !== null) {
    const count = await db.selectFrom('giftCount').select('used').where('code', '=', code).executeTakeFirst();
    if (count && count.used >= gift.maxUses) refuseField(field, 'voucher:error.expired');
  }
  return gift;
}

/** The open payment that a code is reserved for; undefined: none. */
export const paymentOfGift = (tx: Tx, account: { id: string }, code: string): Promise<Selectable<PaymentTable> | undefined> =>
  tx
    .selectFrom('giftUse')
    .innerJoin('payment', 'payment.id', 'giftUse.paymentId')
    .selectAll('payment')
    .where('giftUse.accountId', '=', account.id)
    .where('giftUse.code', '=', code)
    .where('giftUse.status', '=', 'pending')
    .executeTakeFirst();

/**
 * Reserves a code for a payment, or for the next one. This cancels earlier unused reservations of the code, and
 * any other reservation without a payment, because only one is allowed. A payment that the code was reserved for is cancelled
 * before, by `replacePayment` of payment/settle.ts.
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
export async function redeemGift(tx: Tx, payment: { id: string; accountId: string }, code: string, now: number): Promise<boolean> {
  const request = await tx
    .selectFrom('giftUse')
    .select('id')
    .where('accountId', '=', payment.accountId)
    .where('code', '=', code)
    .where('paymentId', '=', payment.id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (!request) return false;
  // A code that was turned off since still counts for a payment that showed it.
  const isFree = await countUse(tx, code, (await giftByCode(tx, code))?.maxUses ?? null);
  await tx
    .updateTable('giftUse')
    .set(isFree ? { status: 'used', usedAt: now } : { status: 'cancelled' })
    .where('id', '=', request.id)
    .execute();
  return isFree;
}

/**
 * Releases the code of a payment that wasn't paid.
 * @param isNext whether the code waits for the next top-up, as the customer expects who tries again. Only one can: another one stays
 */
export async function releaseGift(
  tx: Tx,
  { now }: { now: number },
  { id: paymentId, accountId }: { id: string; accountId: string },
  isNext: boolean,
): Promise<void> {
  const reserved = tx.updateTable('giftUse').where('paymentId', '=', paymentId).where('status', '=', 'pending');
  const waiting = await tx
    .selectFrom('giftUse')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', 'pending')
    .where('paymentId', 'is', null)
    .executeTakeFirst();
  await reserved.set(isNext && !waiting ? { paymentId: null } : { status: 'cancelled' }).execute();
  for (const group of ['voucher', 'walletDetail'] as const) markStale(tx, accountId, group, now);
}

/** More than the column can count to. */
const UNLIMITED = 2 ** 31 - 1;

/** Counts a use across customers. The row of the counter is locked until the commit. */
async function countUse(tx: Tx, code: string, maxUses: number | null): Promise<boolean> {
  const counted = await tx
    .insertInto('giftCount')
    .values({ code, used: 1 })
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet((e) => ({ used: e('giftCount.used', '+', 1) }))
        .where('giftCount.used', '<', maxUses ?? UNLIMITED),
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
  const gift = row && (await giftByCode(db, row.code));
  return row && gift?.enabled ? { id: row.id, gift } : null;
}
