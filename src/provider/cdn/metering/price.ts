import type { TrafficPrice } from '../../../lib/rules/cdn/plan/traffic.ts';
import type { Db, Tx } from '../../db/schema.ts';

/**
 * The prices of a gigabyte of traffic that operators set, by month. Where it is charged, read them in its transaction. Months before the
 * first one have the price in the code.
 */
export const trafficPrices = (db: Db | Tx): Promise<TrafficPrice[]> =>
  db.selectFrom('trafficPrice').select(['month', 'price']).orderBy('month').execute();
