import { z } from 'zod';
import { PlanItem, PlanLimitsForm } from '../../lib/contract/cdn/operatorPlan.ts';
import { type Plan, type PlanCode, planCodes } from '../../lib/rules/core/plans.ts';
import { catalog } from '../core/catalog.ts';
import { changedItems } from '../core/catalogItems.ts';
import { pricesAt, timedFields } from '../core/timedPrices.ts';
import type { Db, Tx } from '../db/schema.ts';

export type Plans = Readonly<Record<PlanCode, Plan>>;
/** The plans at a time, in epoch ms. */
export type PlansAt = (time: number) => Plans;

const prices = { monthly: z.int(), annual: z.int() };
export const planPeriods = ['monthly', 'annual'] as const;

/** What operators set, as it is stored. */
export const StoredPlan = PlanItem.safeExtend(timedFields(prices));
export type StoredPlan = z.output<typeof StoredPlan>;

export const storedPlans = (db: Db | Tx) => changedItems(db, 'plan', StoredPlan);

export const storedLimits = (db: Db | Tx) => changedItems(db, 'planLimits', PlanLimitsForm);

const eachPlan = (make: (plan: Plan) => Plan): Plans =>
  Object.fromEntries(planCodes.map((code) => [code, make(catalog.plans[code])])) as Record<PlanCode, Plan>; // one for each code

/** All plans, also hidden ones, with the limits that operators set. Prices and features are those of the code. */
export async function plansWithLimits(db: Db | Tx): Promise<Plans> {
  const changed = await storedLimits(db);
  return eachPlan((plan) => ({ ...plan, ...changed.get(plan.code)?.value }));
}

/** The same, with the prices that operators set, by time. */
export async function plansByTime(db: Db | Tx): Promise<PlansAt> {
  const [plans, changed] = [await plansWithLimits(db), await storedPlans(db)];
  return (time) =>
    eachPlan(({ code }) => {
      const item = changed.get(code)?.value;
      return item ? { ...plans[code], price: pricesAt(planPeriods, item, time) } : plans[code];
    });
}

/** The codes of the plans for new orders. @param current the plan of a domain, which it keeps when operators hide it */
export async function offeredCodes(db: Db | Tx, current?: PlanCode): Promise<PlanCode[]> {
  const changed = await storedPlans(db);
  return planCodes.filter((code) => !changed.get(code)?.value.hidden || code === current);
}

/** The plans for new orders at a time. @param current as above */
export async function offeredPlans(db: Db | Tx, now: number, current?: PlanCode): Promise<Plan[]> {
  const [codes, plansAt] = [await offeredCodes(db, current), await plansByTime(db)];
  return codes.map((code) => plansAt(now)[code]);
}
