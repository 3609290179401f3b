import { facts } from '../../core/facts.ts';
import { type Plan, type PlanCode, planCodes } from '../../core/plans.ts';
import type { Period } from './period.ts';

/*
 * What a change of plan costs, and when it may not be made. docs/decisions/0013 has the arithmetic with an example. Times are epoch
 * milliseconds, amounts mills.
 */

const DAY = 86_400_000;
const SECOND = 1000;

/** The plan that a domain has, as the rules see it. */
export interface Held {
  plan: PlanCode;
  /** Null: nothing was bought, as with Basic or a plan by contract. */
  bought: { period: Period; boughtAt: number; startsAt: number; endsAt: number; paid: number } | null;
  /** Its period is over, and the next one could not be paid. */
  isUnpaid: boolean;
}
export interface Wanted {
  plan: PlanCode;
  period: Period;
}

export const priceOf = ({ price }: Pick<Plan, 'price'>, period: Period): number | null =>
  period === 'year' ? price.annual : price.monthly;

/** The moment from which a plan that was bought may be lowered: 15 days later, to the millisecond. */
export const lockEnd = (boughtAt: number): number => boughtAt + facts.downgradeLock * DAY;

/** Whether a change goes up, down or nowhere. From a year to a month of the same plan is down: less is bought than before. */
export function directionOf({ plan, bought }: Pick<Held, 'plan' | 'bought'>, wanted: Wanted): 'up' | 'down' | 'same' {
  const step = planCodes.indexOf(wanted.plan) - planCodes.indexOf(plan);
  if (step !== 0) return step > 0 ? 'up' : 'down';
  if (!bought || bought.period === wanted.period) return 'same';
  return wanted.period === 'year' ? 'up' : 'down';
}

/**
 * Why a plan can't be chosen, for the button and for the refusal; null: it can. A plan by contract is neither bought nor left here. What
 * is held already is no purchase, unless it waits to be paid. The lock holds for the way down only.
 */
export type Obstacle = 'byContract' | 'byContact' | 'same' | 'locked';
export function obstacleTo(held: Held, wanted: Wanted, plans: readonly Pick<Plan, 'code' | 'price'>[], now: number): Obstacle | null {
  const priced = (code: PlanCode, period: Period) => {
    const plan = plans.find((one) => one.code === code);
    return plan ? priceOf(plan, period) : null;
  };
  if (priced(held.plan, 'month') === null) return held.plan === wanted.plan ? 'same' : 'byContract';
  if (priced(wanted.plan, wanted.period) === null) return 'byContact';
  const direction = directionOf(held, wanted);
  if (direction === 'same') return held.isUnpaid ? null : 'same';
  return direction === 'down' && held.bought && now < lockEnd(held.bought.boughtAt) ? 'locked' : null;
}

/**
 * What is left of a paid period, given back when the plan is changed: paid × seconds left ÷ seconds of the period, rounded once, half a
 * mill up. A second that has begun is used.
 */
export function creditOf(bought: Held['bought'], at: number): number {
  if (!bought) return 0;
  const length = Math.floor((bought.endsAt - bought.startsAt) / SECOND);
  const left = Math.min(length, Math.max(0, Math.floor((bought.endsAt - at) / SECOND)));
  if (length <= 0) return 0;
  // A year of a dear currency in mills times its seconds is beyond 2^53.
  return Number((2n * BigInt(bought.paid) * BigInt(left) + BigInt(length)) / (2n * BigInt(length)));
}

export interface Sum {
  price: number;
  /** What the voucher takes off the price. */
  discount: number;
  /** What is left of the period that was paid before. */
  credit: number;
  /** `price - discount - credit`: what the wallet pays. Below 0 it is paid back. */
  total: number;
}
export const sumOf = (price: number, discount: number, credit: number): Sum => ({
  price,
  discount,
  credit,
  total: price - discount - credit,
});
