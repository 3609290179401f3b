import { DAY } from '../../time.ts';

/** An upcoming charge at a time. Mills and epoch ms. */
export interface Charge {
  at: number;
  amount: number;
}

/**
 * When a balance becomes negative at current costs: charges at their time, and continuous costs evenly.
 *
 * @param balance mills
 * @param perDay mills per day of all usage billed by time
 * @param charges in any order
 * @returns epoch ms; null when it lasts beyond `until`
 */
export function runsOutAt(balance: number, perDay: number, charges: readonly Charge[], now: number, until: number): number | null {
  let left = balance;
  let at = now;
  if (left < 0) return now;
  const steps = [...charges].sort((a, b) => a.at - b.at);
  for (const step of [...steps, { at: until, amount: 0 }]) {
    const time = Math.max(at, step.at);
    if (time > until) break;
    const running = (perDay * (time - at)) / DAY;
    if (running > left) return at + Math.floor((left / perDay) * DAY);
    left -= running + step.amount;
    at = time;
    if (left < 0) return at;
  }
  return null;
}

/** What an account costs from `now` to a time: continuous costs, rounded once to mills, and charges. */
export function costsUntil(perDay: number, charges: readonly Charge[], now: number, until: number): { running: number; charges: number } {
  const due = charges.filter(({ at }) => at <= until);
  return { running: Math.round((perDay * (until - now)) / DAY), charges: due.reduce((sum, { amount }) => sum + amount, 0) };
}
