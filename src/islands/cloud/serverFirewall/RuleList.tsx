import { Pencil, Trash2 } from 'lucide-react';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type FirewallRuleOfServer, type ServerFirewall, serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { isolate } from '../../../lib/format/isolate.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { anywhere, hasPorts, portsText } from '../../../lib/rules/cloud/firewall.ts';
import { Badge } from '../../ui/Badge.tsx';
import { OrderedList } from '../../ui/order/OrderedList.tsx';

/** A rule as a sentence, starting with its action. */
export function useRuleText() {
  const t = useT();
  return (rule: FirewallRuleOfServer): string => {
    const ports = portsText(rule);
    return [
      t(`serverFirewall:transport.${rule.transport}`),
      hasPorts(rule.transport) && (ports === null ? t('serverFirewall:allPorts') : t('serverFirewall:ports', { ports })),
      `${t(rule.direction === 'in' ? 'serverFirewall:source' : 'serverFirewall:destination')} ${
        rule.source === anywhere[rule.protocol] ? t('serverFirewall:anywhere') : isolate(rule.source)
      }`,
    ]
      .filter(Boolean)
      .join(', ');
  };
}

export function RuleList({ group, onEdit }: { group: ServerFirewall; onEdit: (rule: FirewallRuleOfServer) => void }) {
  const t = useT();
  const textOf = useRuleText();
  const reorder = useWrite(serverFirewall.reorderRules);
  const remove = useWrite(serverFirewall.deleteRule);
  const base = { groupId: group.id, version: group.version };
  return (
    <OrderedList
      label={t('serverFirewall:rules')}
      rows={group.rules.map((rule) => ({ ...rule, title: textOf(rule) }))}
      body={(rule) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge square tone={rule.action === 'allow' ? 'success' : 'danger'}>
            {t(`serverFirewall:action.${rule.action}`)}
          </Badge>
          <span className="text-caption text-text-3">
            {t(`serverFirewall:direction.${rule.direction}`)} <bdi>{rule.protocol === 'ipv4' ? 'IPv4' : 'IPv6'}</bdi>
          </span>
          <span className="font-medium [overflow-wrap:anywhere]">{textOf(rule)}</span>
          {rule.description && <span className="basis-full text-help text-text-3">{rule.description}</span>}
        </span>
      )}
      actions={(rule) => [
        { key: 'edit', label: t('serverFirewall:edit'), icon: Pencil, onSelect: () => onEdit(rule) },
        {
          key: 'delete',
          label: t('serverFirewall:deleteMore'),
          icon: Trash2,
          danger: true,
          group: true,
          onSelect: () =>
            openDialog({
              kind: 'delete',
              title: t('serverFirewall:deleteRuleQuestion'),
              description: t('serverFirewall:deleteRuleText'),
              losses: [textOf(rule)],
              action: t('serverFirewall:deleteRule'),
              cancel: t('common:cancel'),
              run: () => remove.mutateAsync({ ...base, ruleId: rule.id }),
            }),
        },
      ]}
      onOrder={(ids) => reorder.mutateAsync({ ...base, ids })}
    />
  );
}
