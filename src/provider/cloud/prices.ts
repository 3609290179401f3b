import { type PricedItem, type RatesAt, ratesBy } from '../../lib/rules/cloud/rateHistory.ts';
import type { Rates } from '../../lib/rules/cloud/rates.ts';
import type { Db, Tx } from '../db/schema.ts';

/** The rates by time, with what operators changed. Read it where something is priced or charged, in its transaction. */
export async function rateHistory(db: Db | Tx): Promise<RatesAt> {
  const rows = await db.selectFrom('cloudPrice').select(['item', 'rate', 'validFrom']).execute();
  return ratesBy(rows.map(({ item, ...row }) => ({ item: item as PricedItem, ...row }))); // as operatorPrice writes it
}

/** The rates in force now. */
export const currentRates = async (db: Db | Tx, now: number): Promise<Rates> => (await rateHistory(db))(now);
