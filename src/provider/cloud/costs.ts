import type { Db, Tx } from '../db/schema.ts';
import { backupMeter } from './backup/meter.ts';
import type { Cost, CostsAccount } from './cost.ts';
import { addressCosts } from './server/addresses.ts';
import { serverCosts } from './server/meter.ts';
import { snapshotMeter } from './snapshot/meter.ts';
import { spaceCosts } from './space/meter.ts';
import { volumeCosts } from './volume/meter.ts';

/** All that is paid for by the hour now. */
export const computeCosts = async (db: Db | Tx, account: CostsAccount): Promise<Cost[]> => [
  ...(await serverCosts(db, account)),
  ...(await addressCosts(db, account)),
  ...(await volumeCosts(db, account)),
  ...(await backupMeter.costs(db, account)),
  ...(await snapshotMeter.costs(db, account)),
  ...(await spaceCosts(db, account)),
];
