import type { Rate, Rates } from '../../lib/rules/cloud/rates.ts';
import type { Db } from '../db/schema.ts';
import { backupMeter } from './backup/meter.ts';
import { addressCosts } from './server/addresses.ts';
import { serverCosts } from './server/meter.ts';
import { snapshotMeter } from './snapshot/meter.ts';
import { spaceCosts } from './space/meter.ts';
import { volumeCosts } from './volume/meter.ts';

/** What runs or is stored, and the rate that it is charged at. */
export interface Cost {
  name: string;
  rate: Rate;
}

/** All that an account pays for by the hour, at the given rates. A prepaid server has the rate of its period. */
export const costsOf = async (db: Db, account: { id: string }, rates: Rates): Promise<Cost[]> => [
  ...(await serverCosts(db, account, rates)),
  ...(await addressCosts(db, account, rates)),
  ...(await volumeCosts(db, account, rates)),
  ...(await backupMeter.costs(db, account, rates)),
  ...(await snapshotMeter.costs(db, account, rates)),
  ...(await spaceCosts(db, account, rates)),
];
