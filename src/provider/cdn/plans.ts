import { PlanItem } from '../../lib/contract/cdn/operatorPlan.ts';
import { type Plan, type PlanCode, planCodes } from '../../lib/rules/core/plans.ts';
import { catalogue } from '../core/catalogue.ts';
import { changedItems } from '../core/catalogueItems.ts';
import type { Db, Tx } from '../db/schema.ts';

export type Plans = Readonly<Record<PlanCode, Plan>>;

/** What operators set, over the catalogue. */
async function readPlans(db: Db | Tx) {
  const changed = await changedItems(db, 'plan', PlanItem);
  return planCodes.map((code) => {
    const item = changed.get(code)?.value;
    const plan: Plan = catalogue.plans[code];
    return { plan: item ? { ...plan, price: { monthly: item.monthly, annual: item.annual } } : plan, hidden: item?.hidden ?? false };
  });
}

/** All plans, also hidden ones, with the prices that operators set. Limits and features are those of `catalogue.plans`. */
export async function currentPlans(db: Db | Tx): Promise<Plans> {
  const entries = (await readPlans(db)).map(({ plan }) => [plan.code, plan] as const);
  return Object.fromEntries(entries) as Record<PlanCode, Plan>; // one for each code
}

/** The plans for new orders. @param held the plan of a domain, which it keeps when operators hide it */
export async function offeredPlans(db: Db | Tx, held?: PlanCode): Promise<Plan[]> {
  return (await readPlans(db)).filter(({ plan, hidden }) => !hidden || plan.code === held).map(({ plan }) => plan);
}
