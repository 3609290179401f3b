import { sql } from 'kysely';
import { formatMoney } from '../../../lib/format/money.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { monthKey } from '../../../lib/rules/core/month.ts';
import type { ApiKeyRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';

/** The API keys whose calls the transactions belong to. */
const spenders = new WeakMap<Tx, { id: string; locale: Locale }>();

/** Counts what a transaction charges to wallets for the API key that makes the call. @param locale of the caller */
export function spendByKey(tx: Tx, { id }: { id: string }, locale: Locale): void {
  spenders.set(tx, { id, locale });
}

/** What the calls of a key have charged in the calendar month (UTC) of a time, in mills. */
export const spentInMonth = ({ spent, spentMonth }: Pick<ApiKeyRow, 'spent' | 'spentMonth'>, now: number): number =>
  spentMonth === monthKey(now) ? spent : 0;

/**
 * Adds a charge to the month of the key that makes the call; nothing in other transactions. The counter is in the row of the key, which
 * the update locks until the commit, so that calls at the same time can't exceed the limit together.
 * @throws Refusal 409 when the charge exceeds the limit; the transaction is rolled back with it
 */
export async function countKeySpending(tx: Tx, amount: number, now: number): Promise<void> {
  const spender = spenders.get(tx);
  if (!spender) return;
  const month = monthKey(now);
  const { name, monthlyLimit, spent } = await tx
    .updateTable('apiKey')
    .set({
      spentMonth: month,
      spent: sql<number>`case when ${sql.ref('spentMonth')} = ${month} then ${sql.ref('spent')} + ${amount} else ${amount} end`,
    })
    .where('id', '=', spender.id)
    .returning(['name', 'monthlyLimit', 'spent'])
    .executeTakeFirstOrThrow();
  if (monthlyLimit === null || spent <= monthlyLimit) return;
  const money = (mills: number) => formatMoney(mills, spender.locale);
  const left = Math.max(0, monthlyLimit - (spent - amount));
  refuse(409, 'apiKey:error.spending', {
    params: { name, amount: money(amount), limit: money(monthlyLimit), left: money(left) },
    extra: { amount, limit: monthlyLimit, left },
  });
}
