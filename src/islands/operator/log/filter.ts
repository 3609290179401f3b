import type { Input } from '../../../lib/contract/call.ts';
import type { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { DAY, iso } from '../../../lib/time.ts';

export const periods = ['all', 'd1', 'd7', 'd30'] as const;
export type Period = (typeof periods)[number];
const days: Partial<Record<Period, number>> = { d1: 1, d7: 7, d30: 30 };

/** The view of the list, as in the address. */
export interface LogFilter extends Record<string, string> {
  q: string;
  by: string;
  period: string;
  /** The cursor of the page. */
  before: string;
}
export const noFilter: LogFilter = { q: '', by: '', period: 'all', before: '' };

export const isFiltered = (filter: LogFilter): boolean =>
  filter.q !== '' || filter.by !== '' || filter.before !== '' || filter.period !== 'all';

/** The filters of a view. An invalid address shows everything rather than nothing. */
export function toOperatorLogQuery({ q, by, period }: LogFilter, now: number): Input<typeof operatorLog.export> {
  const span = days[period as Period]; // anything else has no days
  return {
    ...(q.trim() !== '' && { q: q.trim().slice(0, 200) }),
    ...(by !== '' && { by: by.slice(0, 254) }),
    // Whole days, so that the same view uses the same query.
    ...(span && { from: iso(Math.floor(now / DAY) * DAY - (span - 1) * DAY) }),
  };
}

export const operatorLogInput = (filter: LogFilter, now: number): Input<typeof operatorLog.list> => ({
  limit: 50,
  ...toOperatorLogQuery(filter, now),
  ...(/^\d{1,15}\.[\w-]{1,64}$/.test(filter.before) && { cursor: filter.before }),
});
