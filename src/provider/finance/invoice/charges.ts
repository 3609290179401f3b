import { mergeSupplies, type Supply } from '../../../lib/rules/core/supply.ts';
import { type Billed, splitBilled } from '../../../lib/rules/finance/invoice/billed.ts';
import { entrySubject } from '../../core/ledger/subject.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { StoredText } from '../../db/tables/core/ledger.ts';

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

/** An item of an invoice. */
export interface Charge {
  /** Its ledger entries; empty: those of the item before it, which has the same. */
  entryIds: string[];
  title: StoredText;
  /** Mills including tax, before and without the discount; negative for a refund. */
  price: number;
  discount: number;
  billed: Billed;
}

/**
 * The charges of an account before a time that aren't on an invoice, in order of time. Charges for the same thing are combined; it is one
 * item for each unit price.
 * @param from epoch milliseconds: excludes earlier charges
 */
export async function loadCharges(db: Db | Tx, accountId: string, before: number, from = 0): Promise<Charge[]> {
  const rows = await unbilled(db)
    .where('wallet.ownerId', '=', accountId)
    .where('ledgerEntry.time', '>=', from)
    .where('ledgerEntry.time', '<', before)
    .select(['ledgerEntry.id', 'ledgerEntry.time', 'ledgerEntry.description', 'ledgerEntry.reference', 'ledgerEntry.discount'])
    .select(['ledgerEntry.supplies', 'revenueLine.amount'])
    .orderBy('ledgerEntry.time')
    .orderBy('ledgerEntry.id')
    .execute();
  const groups = new Map<
    string,
    { entryIds: string[]; title: StoredText; price: number; discount: number; period: Period; supplies: Supply[] }
  >();
  for (const { id, time, description, reference, discount, amount, supplies } of rows) {
    // A refund is a separate item, and so is what an earlier version booked without quantities.
    const same = `${amount < 0} ${supplies === null} ${entrySubject(reference)} ${JSON.stringify(description)}`;
    const found = groups.get(same);
    const group = found ?? { entryIds: [], title: description, price: 0, discount: 0, period: { from: time, to: time }, supplies: [] };
    group.entryIds.push(id);
    group.price += amount + discount;
    group.discount += discount;
    group.period.to = time;
    group.supplies.push(...(supplies ?? []));
    groups.set(same, group);
  }
  return [...groups.values()].flatMap(({ entryIds, title, price, discount, period, supplies }) =>
    splitBilled(mergeSupplies(supplies), price, period).map((billed, place) => ({
      title,
      price: billed.charge,
      billed,
      ...(place === 0 ? { entryIds, discount } : { entryIds: [], discount: 0 }),
    })),
  );
}

interface Period {
  from: number;
  to: number;
}
