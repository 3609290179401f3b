import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { FirewallRule } from '../../../lib/contract/cdn/firewall.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { nameOfRule } from '../../../lib/rules/cdn/firewall/formatRule.ts';
import { RuleList } from '../shared/rules/RuleList.tsx';
import { FirewallRuleBody } from './FirewallRuleBody.tsx';
import type { FirewallData } from './useFirewall.ts';
import { useFirewallActions } from './useFirewallActions.ts';

interface FirewallRuleListProps {
  domain: Domain;
  data: FirewallData;
  /** Warnings by rule id, once they are computed. */
  findings: ReadonlyMap<string, string> | undefined;
  onEdit: (rule: FirewallRule) => void;
}

export function FirewallRuleList({ domain, data: { rules, groups }, findings, onEdit }: FirewallRuleListProps) {
  const t = useT();
  const { toggle, reorder, remove, busyId } = useFirewallActions(domain.id, rules);
  return (
    <RuleList
      label={t('firewall:list')}
      rules={rules}
      titleOf={(rule) => nameOfRule(rule, groups, currentLocale())}
      body={(rule, title) => <FirewallRuleBody rule={rule} title={title} groups={groups} finding={findings?.get(rule.id)} />}
      busyId={busyId}
      onToggle={toggle}
      onReorder={reorder}
      onEdit={onEdit}
      onDelete={(rule, title) => void remove(rule, title).catch(() => {})}
    />
  );
}
