import { brand } from '../../../config/brand.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { type Transaction, transaction } from '../../../lib/contract/finance/transaction.ts';
import { toCsv } from '../../../lib/format/csv.ts';
import { folded } from '../../../lib/format/fold.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { selectStatement, selectWalletEntries } from '../../core/ledger/statement.ts';
import type { StoredText } from '../../db/tables/core/ledger.ts';
import { refuseField } from '../../kernel/refusal.ts';

const MOST = 10_000;

type Filters = Input<typeof transaction.export>;

/** The position of a line in the list. */
const toCursor = ({ time, id }: { time: number; id: string }) => `${time}.${id}`;
function readCursor(text: string): { time: number; id: string } {
  const [, time, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? refuseField('cursor', 'error:invalid');
  return { time: Number(time), id: String(id) };
}

/** The lines that match, newest first. Their texts are searched as the caller reads them, so in their language. */
async function find(
  { db, account, t }: Pick<SignedIn, 'db' | 'account' | 't'>,
  { type, from, to, q }: Filters,
  before: { time: number; id: string } | null,
  limit: number,
) {
  let query = db.selectFrom(selectWalletEntries(db, account).as('line')).select(['id', 'time', 'description', 'reference']);
  if (type) query = query.where('kind', '=', type);
  if (from) query = query.where('time', '>=', Date.parse(from));
  if (to) query = query.where('time', '<', Date.parse(to));
  if (before) {
    const { time, id } = before;
    query = query.where('time', '<=', time).where((e) => e.or([e('time', '<', time), e('id', '<', id)]));
  }
  const sorted = query.orderBy('time', 'desc').orderBy('id', 'desc');
  const text = folded(q?.trim() ?? '');
  let ids: string[];
  if (text === '') ids = (await sorted.limit(limit).execute()).map(({ id }) => id);
  else {
    const matches = (own: string) => folded(own).includes(text);
    const isFound = ({ description: { key, params }, reference }: { description: StoredText; reference: string | null }) =>
      matches(t(key, params)) || matches(reference ?? '');
    ids = (await sorted.execute())
      .filter(isFound)
      .slice(0, limit)
      .map(({ id }) => id);
  }
  if (ids.length === 0) return [];
  // The balance is computed over all lines before the list is filtered.
  const statement = db.selectFrom(selectStatement(db, account).as('line')).selectAll().where('id', 'in', ids);
  return statement.orderBy('time', 'desc').orderBy('id', 'desc').execute();
}

function show(row: Awaited<ReturnType<typeof find>>[number], t: Translate): Transaction {
  const { key, params } = row.description;
  return {
    id: row.id,
    type: row.kind,
    amount: Number(row.amount),
    balanceAfter: Number(row.balanceAfter),
    description: t(key, params),
    reference: row.reference,
    createdAt: iso(row.time),
  };
}

/** Mills as a decimal number that spreadsheets can read in any language: 12.345. */
const decimal = (mills: number): string =>
  (mills / brand.currency.divisor / 10 ** brand.currency.minorDigits).toFixed(brand.currency.minorDigits + 1);

export const transactionHandlers = implement(transaction, {
  async list(ctx, { cursor, limit, ...filters }) {
    // One extra row shows whether there are more.
    const rows = await find(ctx, filters, cursor ? readCursor(cursor) : null, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      transactions: shown.map((row) => show(row, ctx.t)),
      nextCursor: rows.length > limit && last ? toCursor({ time: Number(last.time), id: last.id }) : null,
    };
  },

  async export(ctx, filters) {
    const { t, now } = ctx;
    const rows = await find(ctx, filters, null, MOST + 1);
    const head = (['date', 'type', 'description', 'amount', 'balance', 'reference'] as const).map((name) =>
      t(`transaction:column.${name}`),
    );
    const lines = rows.slice(0, MOST).map((row) => {
      const { createdAt, type, description, amount, balanceAfter, reference } = show(row, t);
      // Numbers rather than text: the formula protection would put an apostrophe before a minus sign.
      return [
        createdAt,
        t(`transaction:type.${type}`),
        description,
        Number(decimal(amount)),
        Number(decimal(balanceAfter)),
        reference ?? '',
      ];
    });
    return {
      fileName: `transactions-${iso(now).slice(0, 10)}.csv`,
      csv: toCsv([
        [...head.slice(0, 3), `${head[3]} (${brand.currency.code})`, `${head[4]} (${brand.currency.code})`, String(head[5])],
        ...lines,
      ]),
      complete: rows.length <= MOST,
    };
  },
});
