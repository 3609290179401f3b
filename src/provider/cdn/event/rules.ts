import { titleOfItem } from '../../../lib/rules/cdn/edge/describeRule.ts';
import { orderedLists, type RuleList } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import { type OwnedDomain, selectFirewallGroups } from '../../db/owned.ts';
import type { Db } from '../../db/schema.ts';
import { itemData, readItem } from '../edge/index.ts';

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
  const groups = hasGroups ? await selectFirewallGroups(db, domain).select(['id', 'title']).execute() : [];
  return new Map(
    rows.flatMap((row) => {
      const list = orderedLists.find((one) => one === row.group);
      return list ? [[row.id, { id: row.id, list, title: titleOfItem(list, itemData(readItem<typeof list>(row)), groups) }] as const] : [];
    }),
  );
}
