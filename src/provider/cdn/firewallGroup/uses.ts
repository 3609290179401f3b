import type { FirewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { inOrder } from '../../../lib/format/order.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { deployedForm } from '../../../lib/rules/cdn/edge/source.ts';
import { ownedDomains } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { readItem } from '../edge/index.ts';

/** Where the caller's groups are used, by ID: in the saved or the deployed form of a rule, by domain in the order of a language. */
export async function usesOfGroups(db: Db | Tx, account: Account, locale: Locale): Promise<Map<string, FirewallGroup['usedBy']>> {
  const rows = await ownedDomains(db, account)
    .innerJoin('edgeItem', 'edgeItem.domainId', 'domain.id')
    .selectAll('edgeItem')
    .select('domain.name as domain')
    .where('edgeItem.group', '=', 'firewall')
    // Only this shape of JSON is written; the matches are parsed and checked anyway.
    .where((e) => e.or([e('edgeItem.data', 'like', '%"kind":"group"%'), e('edgeItem.deployed', 'like', '%"kind":"group"%')]))
    .orderBy('edgeItem.priority')
    .execute();
  const uses = new Map<string, FirewallGroup['usedBy']>();
  for (const { domain, ...row } of inOrder(rows, locale, (one) => nameToUnicode(one.domain))) {
    const rule = readItem<'firewall'>(row);
    const named = [rule, deployedForm(rule)].flatMap((form) => (form?.kind === 'group' ? form.value : []));
    for (const id of new Set(named)) {
      const { id: ruleId, priority } = rule;
      uses.set(id, [...(uses.get(id) ?? []), { ruleId, domainId: row.domainId, domain, priority }]);
    }
  }
  return uses;
}
