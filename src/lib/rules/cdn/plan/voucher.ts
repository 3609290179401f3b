import { latinDigits } from '../../../format/digits.ts';

/** The discount of a code for one period. Amounts are mills. */
export type Voucher = { percent: number } | { amount: number };

/** Normalizes typed codes: no spaces, capital letters. */
export const voucherCode = (typed: string): string => latinDigits(typed).replace(/\s+/g, '').toUpperCase();

/** The discount of a voucher, in mills: rounded once, and at most the price. */
export const voucherDiscount = (voucher: Voucher, price: number): number =>
  Math.min(price, 'percent' in voucher ? Math.round((price * voucher.percent) / 100) : voucher.amount);
