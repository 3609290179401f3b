import type { TKey } from '../../lib/i18n/keys.ts';
import { mergeSupplies, type Supply, suppliesOrNull } from '../../lib/rules/core/supply.ts';
import { postEntry } from '../core/ledger/ledger.ts';
import type { Work } from '../core/services.ts';
import type { Tx } from '../db/schema.ts';

const MILL = 1_000_000;

interface Accrued {
  id: string;
  accountId: string;
  name: string;
  /** Micro-mills of less than a mill. */
  carry: number;
  /** What they are for. */
  pendingSupplies: Supply[] | null;
}

interface Accrual {
  table: 'backup' | 'serverIp' | 'snapshot' | 'space' | 'volume';
  row: Accrued;
  /** Micro-mills of the hours that end at `until`. */
  microMills: number;
  /** The same hours with their quantities and rates, for the invoice. */
  supplies: readonly Supply[];
  /** Epoch ms. */
  until: number;
  /** The text of the ledger entry, with `name`. */
  usage: TKey;
}

/**
 * Books hours that weren't charged yet, in the transaction that moves `meteredUntil`: run late, twice, or by two processes, each hour is
 * charged once. Fractions of a mill are carried over, so that the sum is hours × rate; what they are for is carried over with them.
 * @returns the booked mills
 */
export async function accrue(
  tx: Tx,
  ids: Pick<Work, 'now' | 'newId'>,
  { table, row, microMills, supplies, until, usage }: Accrual,
): Promise<number> {
  const accrued = row.carry + microMills;
  const amount = Math.floor(accrued / MILL);
  const all = mergeSupplies([...(row.pendingSupplies ?? []), ...supplies]);
  await tx
    // All these tables have these columns; the compiler doesn't update a table of a variable name.
    .updateTable(table as 'volume')
    .set({ meteredUntil: until, carry: accrued - amount * MILL, pendingSupplies: amount === 0 ? suppliesOrNull(all) : null })
    .where('id', '=', row.id)
    .execute();
  if (amount === 0) return 0;
  await postEntry(tx, ids, {
    kind: 'usage',
    from: { wallet: row.accountId },
    to: 'revenue',
    amount,
    description: { key: usage, params: { name: row.name } },
    reference: `${table}:${row.id}:${until}`,
    isAccrued: true,
    supplies: all,
  });
  return amount;
}
