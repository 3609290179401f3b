import { type Domain, domainStatuses } from '../../lib/contract/domain.ts';
import { toDomainName } from '../../lib/rules/domain/name.ts';
import { planCodes } from '../../lib/rules/plans.ts';

export const sortKeys = ['name', 'status', 'plan', 'records', 'dateAdded'] as const;
export type SortKey = (typeof sortKeys)[number];

/** What the list shows, as the address says it; empty strings are "all". */
export interface DomainFilter extends Record<string, string> {
  q: string;
  status: string;
  plan: string;
  sort: string;
  dir: string;
}
export const noFilter: DomainFilter = { q: '', status: '', plan: '', sort: 'name', dir: 'asc' };

export const isFiltered = ({ q, status, plan }: DomainFilter): boolean => Boolean(q.trim() || status || plan);
export const sortKeyOf = ({ sort }: DomainFilter): SortKey => sortKeys.find((key) => key === sort) ?? 'name';

/** Names are kept in ASCII, so what was typed in another script is looked for in that form as well. */
function matcher(q: string): (domain: Domain) => boolean {
  const typed = q.trim().toLowerCase();
  if (!typed) return () => true;
  const ascii = toDomainName(typed);
  const wanted = ascii.ok && /[^\p{ASCII}]/u.test(typed) ? ascii.name : typed;
  return ({ name }) => name.includes(wanted);
}

const rank = {
  status: (domain: Domain) => domainStatuses.indexOf(domain.status),
  plan: (domain: Domain) => planCodes.indexOf(domain.plan),
  records: (domain: Domain) => domain.records,
  dateAdded: (domain: Domain) => Date.parse(domain.dateAdded),
} as const;

export function shownDomains(domains: readonly Domain[], filter: DomainFilter): Domain[] {
  const matches = matcher(filter.q);
  const shown = domains.filter(
    (domain) => matches(domain) && (!filter.status || domain.status === filter.status) && (!filter.plan || domain.plan === filter.plan),
  );
  const key = sortKeyOf(filter);
  const way = filter.dir === 'desc' ? -1 : 1;
  const byName = (a: Domain, b: Domain) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  return shown.sort((a, b) => way * (key === 'name' ? byName(a, b) : rank[key](a) - rank[key](b)) || byName(a, b));
}

/** How many of the domains that match the search stand behind each chip; a chip of one kind is not narrowed by its own kind. */
export function chipCounts(domains: readonly Domain[], filter: DomainFilter) {
  const matches = matcher(filter.q);
  const status = new Map<string, number>();
  const plan = new Map<string, number>();
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const domain of domains) {
    if (!matches(domain)) continue;
    if (!filter.plan || domain.plan === filter.plan) add(status, domain.status);
    if (!filter.status || domain.status === filter.status) add(plan, domain.plan);
  }
  return { status, plan };
}
