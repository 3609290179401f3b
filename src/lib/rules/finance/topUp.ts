/** Bonus: a percentage from `threshold` mills on. */
export interface BonusTier {
  threshold: number;
  percent: number;
}

/** The bonus of a gift code: a fixed amount, or a percentage of the amount up to `max`. All in mills. */
export type GiftWorth = { amount: number } | { percent: number; max: number };

/** Bonus of a top-up in mills, by the highest threshold reached. */
export function topUpBonus(amount: number, tiers: readonly BonusTier[]): number {
  const percent = tiers.reduce((best, tier) => (amount >= tier.threshold ? Math.max(best, tier.percent) : best), 0);
  return Math.floor((amount * percent) / 100);
}

/** The bonus of a gift code for a top-up, in mills. */
export const giftAmount = (worth: GiftWorth, amount: number): number =>
  'amount' in worth ? worth.amount : Math.min(worth.max, Math.floor((amount * worth.percent) / 100));

/** Codes are compared in upper case and without surrounding space. */
export const giftCode = (text: string): string => text.trim().toUpperCase();
