/** Extra credit: from `threshold` mills on, so many percent. */
export interface BonusTier {
  threshold: number;
  percent: number;
}

/** What a gift code adds to a top-up: a fixed amount, or a share of the amount up to `max`. All in mills. */
export type GiftWorth = { amount: number } | { percent: number; max: number };

/** Bonus of a top-up in mills, by the highest threshold that it reaches. */
export function bonusOf(amount: number, tiers: readonly BonusTier[]): number {
  const percent = tiers.reduce((best, tier) => (amount >= tier.threshold ? Math.max(best, tier.percent) : best), 0);
  return Math.floor((amount * percent) / 100);
}

/** What a gift code adds to a top-up, in mills. */
export const giftOf = (worth: GiftWorth, amount: number): number =>
  'amount' in worth ? worth.amount : Math.min(worth.max, Math.floor((amount * worth.percent) / 100));

/** Codes are compared in upper case and without surrounding space. */
export const giftCode = (text: string): string => text.trim().toUpperCase();
