import type { Db, Tx } from '../../db/schema.ts';

/** Ledger entries between wallets and revenue: charges and their refunds. */
export const charged = (db: Db | Tx) =>
  db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerLine as walletLine', 'walletLine.entryId', 'ledgerEntry.id')
    .innerJoin('ledgerAccount as wallet', (join) => join.onRef('wallet.id', '=', 'walletLine.accountId').on('wallet.kind', '=', 'wallet'))
    .innerJoin('ledgerLine as revenueLine', (join) =>
      join.onRef('revenueLine.entryId', '=', 'ledgerEntry.id').onRef('revenueLine.id', '!=', 'walletLine.id'),
    )
    .innerJoin('ledgerAccount as revenue', (join) =>
      join.onRef('revenue.id', '=', 'revenueLine.accountId').on('revenue.kind', '=', 'revenue'),
    );

/**
 * Charges that aren't on an invoice yet. Being on an invoice, not the time, marks an entry as billed: one booked while its month is
 * being closed goes on the invoice of the next month.
 */
export const unbilled = (db: Db | Tx) =>
  charged(db).leftJoin('invoiceEntry', 'invoiceEntry.entryId', 'ledgerEntry.id').where('invoiceEntry.entryId', 'is', null);

export interface Charge {
  entryIds: string[];
  /** Text key with params, as JSON. */
  title: string;
  /** Mills including tax, before and without the discount; negative for a refund. */
  price: number;
  discount: number;
  from: number;
  to: number;
}

/**
 * The charges of an account before a time that aren't on an invoice, in order of time. Charges for the same thing are combined.
 * @param from epoch milliseconds: excludes earlier charges
 */
export async function chargesOf(db: Db | Tx, accountId: string, before: number, from = 0): Promise<Charge[]> {
  const rows = await unbilled(db)
    .where('wallet.ownerId', '=', accountId)
    .where('ledgerEntry.time', '>=', from)
    .where('ledgerEntry.time', '<', before)
    .select(['ledgerEntry.id', 'ledgerEntry.time', 'ledgerEntry.description', 'ledgerEntry.reference', 'ledgerEntry.discount'])
    .select('revenueLine.amount')
    .orderBy('ledgerEntry.time')
    .orderBy('ledgerEntry.id')
    .execute();
  const charges = new Map<string, Charge>();
  for (const { id, time, description, reference, discount, amount } of rows) {
    // A refund is a separate line.
    const same = `${amount < 0} ${reference ?? ''} ${description}`;
    const charge = charges.get(same) ?? { entryIds: [], title: description, price: 0, discount: 0, from: time, to: time };
    charge.entryIds.push(id);
    charge.price += amount + discount;
    charge.discount += discount;
    charge.to = time;
    charges.set(same, charge);
  }
  return [...charges.values()];
}
