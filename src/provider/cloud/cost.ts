import type { Rate, Rates } from '../../lib/rules/cloud/rates.ts';

/** What runs or is stored, and what it costs by the hour. */
export interface Cost {
  accountId: string;
  name: string;
  /** Its rate at the given rates. A prepaid server has the rate of its period at any. */
  rateAt(rates: Rates): Rate;
}

/** The account whose costs are read; null: all accounts. */
export type CostsAccount = { id: string } | null;
