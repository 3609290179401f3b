import { sql } from 'kysely';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { type Supply, suppliesOrNull } from '../../../lib/rules/core/supply.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { LedgerAccountTable, LedgerEntryTable } from '../../db/tables/core/ledger.ts';
import { markStale } from '../../live/stale.ts';
import type { Work } from '../services.ts';
import { countKeySpending } from './keySpending.ts';

type OwnKind = Exclude<LedgerAccountTable['kind'], 'wallet'>;

/** A ledger account: a customer's wallet, or one of the provider's. */
export type Account = { wallet: string } | OwnKind;

export interface Booking {
  kind: LedgerEntryTable['kind'];
  from: Account;
  to: Account;
  /** Mills; positive. */
  amount: number;
  description: { key: TKey; params?: TParams };
  reference?: string;
  /** Mills deducted by a discount; `amount` is the price after it. For the invoice. */
  discount?: number;
  /** It is for time or traffic that has passed, so that the call that books it hasn't decided to spend it. */
  isAccrued?: boolean;
  /** Periods, quantities and unit prices, for the invoice. Default: charged once, at the time of the entry. */
  supplies?: readonly Supply[];
}

const accountCode = (account: Account) => (typeof account === 'string' ? account : `wallet:${account.wallet}`);

async function ledgerAccountId(tx: Tx, account: Account, newId: () => string): Promise<string> {
  const code = accountCode(account);
  const found = await tx.selectFrom('ledgerAccount').select('id').where('code', '=', code).executeTakeFirst();
  if (found) return found.id;
  const isWallet = typeof account !== 'string';
  const id = newId();
  await tx
    .insertInto('ledgerAccount')
    .values({ id, code, kind: isWallet ? 'wallet' : account, ownerId: isWallet ? account.wallet : null })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
  return (await tx.selectFrom('ledgerAccount').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
}

/** An entry that is later than this is of a clock that was ahead. */
const AHEAD_MS = 10 * 60_000;

/**
 * The time of the next entry of a wallet: not before its last one, so that the balances of a statement are those that were checked. A
 * request that waited for another one has an earlier `now`.
 */
async function timeOfNext(tx: Tx, walletIds: readonly string[], now: number): Promise<number> {
  let time = now;
  for (const id of walletIds) {
    const last = await tx
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select('ledgerEntry.time')
      .where('ledgerLine.accountId', '=', id)
      // IDs grow with time.
      .orderBy('ledgerLine.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last && last.time < now + AHEAD_MS) time = Math.max(time, last.time);
  }
  return time;
}

/**
 * Books an amount from one account to another: one entry, two lines that add up to 0. Entries are never changed; a mistake is
 * corrected by another entry. Runs in the transaction of what it pays for.
 * @throws RangeError when the amount is not a positive safe integer
 * @throws Refusal 409 when it exceeds the monthly limit of the API key that makes the call
 */
export async function postEntry(tx: Tx, ids: Pick<Work, 'now' | 'newId'>, booking: Booking): Promise<string> {
  const { kind, from, to, amount, description, reference, discount = 0, isAccrued = false, supplies = [] } = booking;
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not an amount: ${amount}`);
  if (typeof from !== 'string' && !isAccrued) await countKeySpending(tx, amount, ids.now);
  const entryId = ids.newId();
  const [fromId, toId] = [await ledgerAccountId(tx, from, ids.newId), await ledgerAccountId(tx, to, ids.newId)];
  const wallets = [...(typeof from === 'string' ? [] : [fromId]), ...(typeof to === 'string' ? [] : [toId])];
  await tx
    .insertInto('ledgerEntry')
    .values({
      id: entryId,
      time: await timeOfNext(tx, wallets, ids.now),
      kind,
      description,
      reference: reference ?? null,
      discount,
      supplies: suppliesOrNull(supplies),
    })
    .execute();
  const lines = [
    { id: ids.newId(), entryId, accountId: fromId, amount: -amount },
    { id: ids.newId(), entryId, accountId: toId, amount },
  ];
  await tx.insertInto('ledgerLine').values(lines).execute();
  for (const account of [from, to])
    if (typeof account !== 'string')
      for (const group of ['wallet', 'walletDetail', 'transaction'] as const) markStale(tx, account.wallet, group, ids.now);
  return entryId;
}

/** The balance of a wallet in mills: the sum of its lines. */
export async function readBalance(db: Db | Tx, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .select(sql<number | string | null>`sum(${sql.ref('ledgerLine.amount')})`.as('balance'))
    .where('ledgerAccount.code', '=', `wallet:${accountId}`)
    .executeTakeFirst();
  // PostgreSQL adds bigints up to a numeric, which arrives as text.
  return Number(row?.balance ?? 0);
}

/**
 * Refunds to a wallet what it has paid under a reference, minus earlier refunds. Runs in the transaction that ends what was paid
 * for, so it happens once.
 * @returns mills; 0 when nothing was paid
 */
export async function refundEntry(
  tx: Tx,
  ids: Pick<Work, 'now' | 'newId'>,
  { accountId, reference, description }: { accountId: string } & Required<Pick<Booking, 'reference' | 'description'>>,
): Promise<number> {
  const row = await tx
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .select(sql<number | string | null>`sum(${sql.ref('ledgerLine.amount')})`.as('sum'))
    .where('ledgerAccount.code', '=', `wallet:${accountId}`)
    .where('ledgerEntry.reference', '=', reference)
    .executeTakeFirst();
  const paid = -Number(row?.sum ?? 0);
  if (paid <= 0) return 0;
  await postEntry(tx, ids, { kind: 'refund', from: 'revenue', to: { wallet: accountId }, amount: paid, description, reference });
  return paid;
}
