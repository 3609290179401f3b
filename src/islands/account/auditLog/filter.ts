import type { Input } from '../../../lib/contract/call.ts';
import { actorTypes, type log } from '../../../lib/contract/core/log.ts';
import { cursorIn, since } from '../shared/period.ts';

/** The view of the list, as in the address. */
export interface AuditFilter extends Record<string, string> {
  q: string;
  actor: string;
  action: string;
  period: string;
  /** The cursor of the page. */
  before: string;
}
export const noFilter: AuditFilter = { q: '', actor: '', action: '', period: 'all', before: '' };
export const actions = ['create', 'update', 'delete'] as const;

export const isFiltered = ({ q, actor, action, period, before }: AuditFilter): boolean =>
  [q, actor, action, before].some((value) => value !== '') || period !== 'all';

/** An invalid address shows everything rather than nothing. */
export function toLogQuery({ q, actor, action, period }: AuditFilter, now: number): Input<typeof log.export> {
  const [who, what] = [actorTypes.find((one) => one === actor), actions.find((one) => one === action)];
  return {
    ...(q.trim() !== '' && { q: q.trim().slice(0, 200) }),
    ...(who && { actor: who }),
    ...(what && { action: what }),
    ...since(period, now),
  };
}

export const auditLogInput = (filter: AuditFilter, now: number): Input<typeof log.list> => ({
  limit: 50,
  ...toLogQuery(filter, now),
  ...cursorIn(filter.before),
});
