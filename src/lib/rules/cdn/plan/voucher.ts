/** What a code takes off the price of one period. Amounts are mills; `expiresAt` is epoch milliseconds. */
export type Voucher = ({ percent: number } | { amount: number }) & { expiresAt?: number };

/** Codes are typed by people: without blanks, and in capitals. */
export const voucherCode = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase();

/** What a voucher takes off a price, in mills: rounded once, and never more than the price. */
export const discountOf = (voucher: Voucher, price: number): number =>
  Math.min(price, 'percent' in voucher ? Math.round((price * voucher.percent) / 100) : voucher.amount);
