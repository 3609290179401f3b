import { toPrice } from '../../../lib/rules/cloud/price.ts';
import type { Rates } from '../../../lib/rules/cloud/rates.ts';
import { LEAST_ANNOUNCED } from '../../core/notification/announcePriceChange.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { computeCosts } from '../costs.ts';
import { overageCosts } from '../server/index.ts';

/** What a change of rates does, with what accounts use now and their traffic of last month. All amounts are mills per month. */
export interface Effect {
  /** What all accounts pay together. */
  total: { before: number; after: number };
  /** The accounts that pay at least a cent more or less. One that is being closed isn't among them. */
  accounts: { id: string; difference: number }[];
}

const monthly = (rate: number): number => toPrice(rate).monthly;

export async function computeEffect(db: Db | Tx, now: number, before: Rates, after: Rates): Promise<Effect> {
  const byAccount = new Map<string, { before: number; after: number }>();
  const total = { before: 0, after: 0 };
  for (const { accountId, rateAt } of [...(await computeCosts(db, null)), ...(await overageCosts(db, now))]) {
    const own = byAccount.get(accountId) ?? { before: 0, after: 0 };
    byAccount.set(accountId, own);
    const rates = { before: rateAt(before), after: rateAt(after) };
    for (const sum of [own, total]) {
      sum.before += rates.before;
      sum.after += rates.after;
    }
  }
  const closing = await db.selectFrom('user').select('id').where('closeStartedAt', 'is not', null).execute();
  for (const { id } of closing) byAccount.delete(id);
  const accounts = [...byAccount]
    .map(([id, sum]) => ({ id, difference: monthly(sum.after) - monthly(sum.before) }))
    .filter(({ difference }) => Math.abs(difference) >= LEAST_ANNOUNCED);
  return { total: { before: monthly(total.before), after: monthly(total.after) }, accounts };
}
