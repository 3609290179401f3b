import { type login, loginResults } from '../../../lib/contract/account/login.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { cursorIn, since } from '../shared/period.ts';

/** The view of the list, as in the address. */
export interface LoginFilter extends Record<string, string> {
  q: string;
  result: string;
  period: string;
  /** The cursor of the page. */
  before: string;
}
export const noFilter: LoginFilter = { q: '', result: '', period: 'all', before: '' };

export const isFiltered = ({ q, result, period, before }: LoginFilter): boolean =>
  [q, result, before].some((value) => value !== '') || period !== 'all';

/** An invalid address shows everything rather than nothing. */
export function toLoginQuery({ q, result, period }: LoginFilter, now: number): Input<typeof login.export> {
  const known = loginResults.find((one) => one === result);
  return { ...(q.trim() !== '' && { q: q.trim().slice(0, 200) }), ...(known && { result: known }), ...since(period, now) };
}

export const loginInput = (filter: LoginFilter, now: number): Input<typeof login.list> => ({
  limit: 50,
  ...toLoginQuery(filter, now),
  ...cursorIn(filter.before),
});
