/** A charge of a month: mills, negative for a refund, at an epoch time. */
export interface Spent {
  at: number;
  amount: number;
}

/** The thresholds (percentages of a budget) that spending has reached, lowest first. */
export const reached = (thresholds: readonly number[], monthly: number | null, spent: number): number[] =>
  monthly === null ? [] : thresholds.filter((percent) => spent * 100 >= monthly * percent).sort((a, b) => a - b);

/** When the sum of charges, ordered by time, first reaches a cap; null: never. */
export function actsAt(charges: readonly Spent[], cap: number): number | null {
  let sum = 0;
  for (const { at, amount } of [...charges].sort((a, b) => a.at - b.at)) {
    sum += amount;
    if (sum >= cap) return at;
  }
  return null;
}
