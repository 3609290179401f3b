import type { Db, Tx } from '../../db/schema.ts';

/** Entries of the ledger between wallets and revenue: charges, and refunds of them. */
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
 * Those that are on no invoice yet. An entry is billed by being on an invoice, not by its time: one that is booked while its month is
 * closed is on the invoice of the next month.
 */
export const unbilled = (db: Db | Tx) =>
  charged(db).leftJoin('invoiceEntry', 'invoiceEntry.entryId', 'ledgerEntry.id').where('invoiceEntry.entryId', 'is', null);

export interface Charge {
  entryIds: string[];
  /** JSON of a text key with params. */
  title: string;
  /** Mills with tax before and without the discount; negative for a refund. */
  price: number;
  discount: number;
  from: number;
  to: number;
}

/**
 * What an account was charged before a time and is on no invoice, in the order of its times. Charges for the same thing are one.
 * @param from epoch milliseconds: leaves out what was charged before
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
    // A refund is a line of its own.
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
