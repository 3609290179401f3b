import type { Input } from '../../../lib/contract/call.ts';
import { type transaction, transactionTypes } from '../../../lib/contract/finance/transaction.ts';
import { DAY, iso } from '../../../lib/time.ts';

export const periods = ['all', 'd30', 'd90', 'd365', 'custom'] as const;
export type Period = (typeof periods)[number];
const days: Partial<Record<Period, number>> = { d30: 30, d90: 90, d365: 365 };

/** The view of the list, as in the address. */
export interface TransactionFilter extends Record<string, string> {
  q: string;
  type: string;
  period: string;
  /** Days of a custom period as in `<input type=date>`; `to` is inclusive. */
  from: string;
  to: string;
  /** The cursor of the page. */
  before: string;
}
export const noFilter: TransactionFilter = { q: '', type: '', period: 'all', from: '', to: '', before: '' };

export const isFiltered = (filter: TransactionFilter): boolean =>
  filter.q !== '' || filter.type !== '' || filter.before !== '' || filter.period !== 'all';

/** Midnight of a day in the time zone of the visitor; undefined: not a day. */
function midnight(day: string, plus = 0): string | undefined {
  const [year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const time = new Date(year, month - 1, date + plus);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The filters of a view. An invalid address shows everything rather than nothing. */
export function toTransactionQuery({ q, type, period, from, to }: TransactionFilter, now: number): Input<typeof transaction.export> {
  const known = transactionTypes.find((one) => one === type);
  const span = days[period as Period]; // anything else has no days
  // Whole days, so that the same view uses the same query.
  const since = span ? iso(Math.floor(now / DAY) * DAY - (span - 1) * DAY) : period === 'custom' ? midnight(from) : undefined;
  const until = period === 'custom' ? midnight(to, 1) : undefined;
  return {
    ...(q.trim() !== '' && { q: q.trim().slice(0, 200) }),
    ...(known && { type: known }),
    ...(since && { from: since }),
    ...(until && { to: until }),
  };
}

export const transactionInput = (filter: TransactionFilter, now: number): Input<typeof transaction.list> => ({
  limit: 50,
  ...toTransactionQuery(filter, now),
  ...(/^\d{1,15}\.[\w-]{1,64}$/.test(filter.before) && { cursor: filter.before }),
});
