import { z } from 'zod';
import {
  builtInSupportPrices,
  consultingLevels,
  type PaidSupportCode,
  type SupportPrices,
  supportPeriods,
} from '../../lib/rules/core/supportPrices.ts';
import type { Db, Tx } from '../db/schema.ts';
import { changedItems } from './catalogItems.ts';
import { pricesAt, timedFields } from './timedPrices.ts';

/* The prices of support plans and of consulting, which invoices need too. */

const plan = { month: z.int(), year: z.int() };
const hour = { standard: z.int(), expert: z.int() };

/** What operators set, as it is stored: each plan by its code, and the only item of the section `consulting`. */
export const StoredSupportPlan = z.object({ ...plan, ...timedFields(plan) });
export const StoredConsulting = z.object({ ...hour, ...timedFields(hour) });
export const CONSULTING_ITEM = 'hour';

export const storedSupportPlans = (db: Db | Tx) => changedItems(db, 'support', StoredSupportPlan);
export const storedConsulting = async (db: Db | Tx) => (await changedItems(db, 'consulting', StoredConsulting)).get(CONSULTING_ITEM);

/** The prices in force at a time, in epoch ms. Read them where something is priced or charged, in its transaction. */
export async function supportPricesAt(db: Db | Tx, time: number): Promise<SupportPrices> {
  const [plans, consulting] = [await storedSupportPlans(db), await storedConsulting(db)];
  const priceOf = (code: PaidSupportCode) => {
    const item = plans.get(code)?.value;
    return item ? pricesAt(supportPeriods, item, time) : builtInSupportPrices[code];
  };
  return {
    priority: priceOf('priority'),
    business: priceOf('business'),
    consulting: consulting ? pricesAt(consultingLevels, consulting.value, time) : builtInSupportPrices.consulting,
  };
}
