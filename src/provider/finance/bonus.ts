import { BonusForm } from '../../lib/contract/finance/operatorTopUp.ts';
import type { BonusTier } from '../../lib/rules/finance/topUp.ts';
import { changedItems } from '../core/catalogItems.ts';
import type { Db, Tx } from '../db/schema.ts';
import { financeCatalog } from './catalog.ts';

/** The current bonus of top-ups, with the version that a change has to name. */
export async function currentBonus(db: Db | Tx): Promise<{ bonus: readonly BonusTier[]; version: number }> {
  const changed = (await changedItems(db, 'topUp', BonusForm)).get('bonus');
  return { bonus: changed?.value.bonus ?? financeCatalog.bonus, version: changed?.version ?? 0 };
}
