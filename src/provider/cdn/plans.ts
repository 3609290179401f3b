import { PlanPrices } from '../../lib/contract/cdn/operatorPlan.ts';
import { type Plan, type PlanCode, planCodes } from '../../lib/rules/core/plans.ts';
import { catalogue } from '../core/catalogue.ts';
import { changedItems } from '../core/catalogueItems.ts';
import type { Db, Tx } from '../db/schema.ts';

export type Plans = Readonly<Record<PlanCode, Plan>>;

/** The plans with the prices that operators set. Limits and features are those of `catalogue.plans`. */
export async function currentPlans(db: Db | Tx): Promise<Plans> {
  const changed = await changedItems(db, 'plan', PlanPrices);
  const plans = { ...catalogue.plans };
  for (const code of planCodes) {
    const prices = changed.get(code)?.value;
    if (prices) plans[code] = { ...plans[code], price: prices };
  }
  return plans;
}
