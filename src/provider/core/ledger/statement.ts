import type { Db, Tx } from '../../db/schema.ts';

/** The entries of a wallet, unordered. */
export const selectWalletEntries = (db: Db | Tx, account: { id: string }) =>
  db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .where('ledgerAccount.code', '=', `wallet:${account.id}`)
    .select([
      'ledgerEntry.id as id',
      'ledgerEntry.time as time',
      'ledgerEntry.kind as kind',
      'ledgerEntry.description as description',
      'ledgerEntry.reference as reference',
      'ledgerLine.amount as amount',
    ]);

/** The lines of a wallet with the balance after each (mills), unordered: narrow and order it from outside. */
export const selectStatement = (db: Db | Tx, account: { id: string }) =>
  selectWalletEntries(db, account).select((e) =>
    e.fn
      .sum<number | string>('ledgerLine.amount')
      .over((over) => over.orderBy('ledgerEntry.time').orderBy('ledgerEntry.id'))
      .as('balanceAfter'),
  );

/** Since when the balance has been below zero without a break, epoch ms; null: it isn't. */
export async function negativeSince(db: Db | Tx, account: { id: string }): Promise<number | null> {
  const lines = () => db.selectFrom(selectStatement(db, account).as('line'));
  const last = await lines().select(['balanceAfter']).orderBy('time', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!last || Number(last.balanceAfter) >= 0) return null;
  const good = await lines()
    .select(['time', 'id'])
    .where('balanceAfter', '>=', 0)
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  let after = lines().select('time').orderBy('time').orderBy('id').limit(1);
  if (good) after = after.where((e) => e.or([e('time', '>', good.time), e.and([e('time', '=', good.time), e('id', '>', good.id)])]));
  const first = await after.executeTakeFirst();
  return first ? Number(first.time) : null;
}
