import type { Selectable } from 'kysely';
import { type RuleList, ruleLists } from '../../../lib/contract/cdn/trace.ts';
import { titleOfRule } from '../../../lib/rules/cdn/edge/firewall.ts';
import { titleOfLimit } from '../../../lib/rules/cdn/edge/rateLimit.ts';
import { firewallGroupsOf, type OwnedDomain } from '../../db/owned.ts';
import type { Db } from '../../db/schema.ts';
import type { EdgeItemTable } from '../../db/tables/cdn/edge.ts';
import { type Item, readItem } from '../edge/items.ts';

export interface NamedRule {
  id: string;
  title: string;
  list: RuleList;
}

/** The rules of a domain with these IDs, by ID, with the names that their lists show. Deleted ones are missing. */
export async function rulesNamed(db: Db, domain: OwnedDomain, ids: readonly string[]): Promise<ReadonlyMap<string, NamedRule>> {
  const wanted = [...new Set(ids.filter(Boolean))];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('edgeItem').selectAll().where('domainId', '=', domain.id).where('id', 'in', wanted).execute();
  const hasGroups = rows.some(({ group }) => group === 'firewall');
  const groups = hasGroups ? await firewallGroupsOf(db, domain).select(['id', 'title']).execute() : [];
  return new Map(
    rows.flatMap((row) => {
      const list = ruleLists.find((one) => one === row.group);
      return list ? [[row.id, { id: row.id, list, title: titleOf(row, groups) }] as const] : [];
    }),
  );
}

function titleOf(row: Selectable<EdgeItemTable>, groups: readonly { id: string; title: string }[]): string {
  if (row.group === 'firewall') return titleOfRule(readItem<'firewall'>(row), groups);
  if (row.group === 'rateLimit') return titleOfLimit(readItem<'rateLimit'>(row));
  return (readItem(row) as Item<'waf' | 'pageRule'>).title; // the remaining lists
}
