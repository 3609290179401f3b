import type { Rate, Rates } from '../../lib/rules/cloud/rates.ts';
import type { Db, Tx } from '../db/schema.ts';
import { backupMeter } from './backup/meter.ts';
import { addressCosts } from './server/addresses.ts';
import { serverCosts } from './server/meter.ts';
import { snapshotMeter } from './snapshot/meter.ts';
import { spaceCosts } from './space/meter.ts';
import { volumeCosts } from './volume/meter.ts';

/** What runs or is stored, and what it costs by the hour. */
export interface Cost {
  accountId: string;
  name: string;
  /** Its rate at the given rates. A prepaid server has the rate of its period at any. */
  rateAt(rates: Rates): Rate;
}

/** The account whose costs are read; null: all accounts. */
export type CostsAccount = { id: string } | null;

/** All that is paid for by the hour now. */
export const costsOf = async (db: Db | Tx, account: CostsAccount): Promise<Cost[]> => [
  ...(await serverCosts(db, account)),
  ...(await addressCosts(db, account)),
  ...(await volumeCosts(db, account)),
  ...(await backupMeter.costs(db, account)),
  ...(await snapshotMeter.costs(db, account)),
  ...(await spaceCosts(db, account)),
];
