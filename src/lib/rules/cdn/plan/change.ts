import { DAY } from '../../../time.ts';
import { facts } from '../../core/facts.ts';
import { type Plan, type PlanCode, planCodes } from '../../core/plans.ts';
import type { Period } from './period.ts';

/*
 * The price of a plan change, and when it isn't allowed. docs/decisions/0013 has the arithmetic with an example. Times are epoch
 * milliseconds, amounts mills.
 */

const SECOND = 1000;

/** The current plan of a domain, as the rules see it. */
export interface PurchasedPlan {
  plan: PlanCode;
  /** Null: nothing was purchased, as with Basic or a contract plan. */
  bought: { period: Period; boughtAt: number; startsAt: number; endsAt: number; paid: number } | null;
  /** Its period has ended, and the next one couldn't be paid. */
  isUnpaid: boolean;
}
export interface Wanted {
  plan: PlanCode;
  period: Period;
}

export const planPrice = ({ price }: Pick<Plan, 'price'>, period: Period): number | null =>
  period === 'year' ? price.annual : price.monthly;

/** When a purchased plan can be downgraded: 15 days later, to the millisecond. */
export const lockEnd = (boughtAt: number): number => boughtAt + facts.downgradeLock * DAY;

/** Whether a change is an upgrade, a downgrade or neither. From a year to a month of the same plan is a downgrade: less is bought. */
export function planDirection({ plan, bought }: Pick<PurchasedPlan, 'plan' | 'bought'>, wanted: Wanted): 'up' | 'down' | 'same' {
  const step = planCodes.indexOf(wanted.plan) - planCodes.indexOf(plan);
  if (step !== 0) return step > 0 ? 'up' : 'down';
  if (!bought || bought.period === wanted.period) return 'same';
  return wanted.period === 'year' ? 'up' : 'down';
}

/**
 * Why a plan can't be selected, for the button and for the refusal; null: it can. `plans` are those on offer and the current one. Contract plans can't be bought or left here. The
 * current plan can't be bought again, unless its payment is pending. The lock applies to downgrades only.
 */
export type Obstacle = 'byContract' | 'notOffered' | 'byContact' | 'same' | 'locked';
export function obstacleTo(
  stored: PurchasedPlan,
  wanted: Wanted,
  plans: readonly Pick<Plan, 'code' | 'price'>[],
  now: number,
): Obstacle | null {
  const priced = (code: PlanCode, period: Period) => {
    const plan = plans.find((one) => one.code === code);
    return plan ? planPrice(plan, period) : null;
  };
  if (priced(stored.plan, 'month') === null) return stored.plan === wanted.plan ? 'same' : 'byContract';
  if (!plans.some(({ code }) => code === wanted.plan)) return 'notOffered';
  if (priced(wanted.plan, wanted.period) === null) return 'byContact';
  const direction = planDirection(stored, wanted);
  if (direction === 'same') return stored.isUnpaid ? null : 'same';
  return direction === 'down' && stored.bought && now < lockEnd(stored.bought.boughtAt) ? 'locked' : null;
}

/**
 * The unused part of a paid period, refunded when the plan is changed: paid × seconds left ÷ seconds of the period, rounded once, half a
 * mill up. A started second counts as used.
 */
export function unusedCredit(bought: PurchasedPlan['bought'], at: number): number {
  if (!bought) return 0;
  const length = Math.floor((bought.endsAt - bought.startsAt) / SECOND);
  const left = Math.min(length, Math.max(0, Math.floor((bought.endsAt - at) / SECOND)));
  if (length <= 0) return 0;
  // A year's price in mills times its seconds can exceed 2^53.
  return Number((2n * BigInt(bought.paid) * BigInt(left) + BigInt(length)) / (2n * BigInt(length)));
}

export interface Sum {
  price: number;
  /** The discount of the voucher. */
  discount: number;
  /** The unused part of the period paid before. */
  credit: number;
  /** `price - discount - credit`: what the wallet pays. A negative amount is refunded. */
  total: number;
}
export const planSum = (price: number, discount: number, credit: number): Sum => ({
  price,
  discount,
  credit,
  total: price - discount - credit,
});
