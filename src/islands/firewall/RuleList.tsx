import { Pencil, Rocket, Trash2 } from 'lucide-react';
import type { Domain } from '../../lib/contract/domain.ts';
import type { FirewallRule } from '../../lib/contract/firewall.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { OrderedList, stateOf } from '../ui/order/OrderedList.tsx';
import { RuleBody } from './RuleBody.tsx';
import { nameOfRule } from './say.ts';
import type { FirewallData } from './useFirewall.ts';
import { useRuleActions } from './useRuleActions.ts';

interface RuleListProps {
  domain: Domain;
  data: FirewallData;
  findings: ReadonlyMap<string, string> | undefined;
  onEdit: (rule: FirewallRule) => void;
}

export function RuleList({ domain, data: { rules, groups }, findings, onEdit }: RuleListProps) {
  const t = useT();
  const { toggle, reorder, remove, busyId } = useRuleActions(domain.id);
  const rows = rules.map((rule) => ({ id: rule.id, title: nameOfRule(rule, groups), state: stateOf(rule), rule }));
  return (
    <OrderedList
      label={t('firewall:list')}
      rows={rows}
      busyId={busyId}
      onSwitch={({ id }, deploy) => toggle(id, deploy)}
      onOrder={reorder}
      body={({ rule, title }) => <RuleBody rule={rule} title={title} groups={groups} finding={findings?.get(rule.id)} />}
      actions={({ id, title, state, rule }) => [
        { key: 'edit', label: t('rules:edit'), icon: Pencil, onSelect: () => onEdit(rule) },
        ...(state === 'draft' ? [{ key: 'deploy', label: t('rules:deployDraft'), icon: Rocket, onSelect: () => toggle(id, true) }] : []),
        {
          key: 'delete',
          label: t('rules:delete'),
          icon: Trash2,
          danger: true,
          group: true as const,
          onSelect: () => remove(rule, title),
        },
      ]}
    />
  );
}
