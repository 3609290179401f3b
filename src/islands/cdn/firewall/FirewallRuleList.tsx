import { type ReactNode, useMemo } from 'react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { FirewallRule } from '../../../lib/contract/cdn/firewall.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { formatField, labelOfField, nameOfRule } from '../../../lib/rules/cdn/firewall/formatRule.ts';
import type { Column, Filter } from '../../ui/table/types.ts';
import { RuleList } from '../shared/rules/RuleList.tsx';
import { RuleTools } from '../shared/rules/RuleTools.tsx';
import { FirewallRuleBody } from './FirewallRuleBody.tsx';
import type { FirewallData } from './useFirewall.ts';
import { useFirewallActions } from './useFirewallActions.ts';

interface FirewallRuleListProps {
  domain: Domain;
  data: FirewallData;
  /** Warnings by rule id, once they are computed. */
  findings: ReadonlyMap<string, string> | undefined;
  onEdit: (rule: FirewallRule) => void;
  /** The card around the rules. */
  frame: (list: ReactNode) => ReactNode;
}

/** `formatField` of a rule as a column. */
const fieldColumns = ['kind', 'mode', 'description', 'expiresAt'] as const;

export function FirewallRuleList({ domain, data: { rules, groups }, findings, onEdit, frame }: FirewallRuleListProps) {
  const t = useT();
  const { toggle, reorder, remove, busyId } = useFirewallActions(domain.id, rules);
  const columns = useMemo((): Column<FirewallRule>[] => {
    const locale = currentLocale();
    const subject = (rule: FirewallRule) => nameOfRule(rule, groups, locale);
    return [
      {
        key: 'value',
        title: labelOfField(t, 'value'),
        search: (rule) => `${subject(rule)}\n${rule.kind === 'group' ? '' : rule.value}`,
        sort: (rule) => subject(rule),
        csv: subject,
      },
      ...fieldColumns.map((field) => {
        const text = (rule: FirewallRule) => formatField(t, rule, field, groups, locale);
        return {
          key: field,
          title: labelOfField(t, field),
          search: text,
          csv: field === 'expiresAt' ? (rule: FirewallRule) => rule.expiresAt ?? '' : text,
          sort: field === 'expiresAt' ? ({ expiresAt }: FirewallRule) => (expiresAt ? Date.parse(expiresAt) : Number.MAX_VALUE) : text,
        };
      }),
    ];
  }, [t, groups]);
  const filters = useMemo(
    (): Filter<FirewallRule>[] => [
      {
        key: 'mode',
        label: t('firewall:mode.label'),
        value: ({ mode }) => mode,
        options: (['allow', 'deny'] as const).map((value) => ({ value, label: t(`firewall:mode.${value}`) })),
      },
      {
        key: 'kind',
        label: t('firewall:kind.label'),
        value: ({ kind }) => kind,
        options: (['ip', 'country', 'asn', 'group'] as const).map((value) => ({ value, label: t(`firewall:kind.${value}`) })),
      },
    ],
    [t],
  );
  return (
    <RuleTools rules={rules} columns={columns} filters={filters} file={`${domain.name}-firewall`}>
      {(list) =>
        frame(
          <RuleList
            label={t('firewall:list')}
            list={list}
            titleOf={(rule) => nameOfRule(rule, groups, currentLocale())}
            body={(rule, title) => <FirewallRuleBody rule={rule} title={title} groups={groups} finding={findings?.get(rule.id)} />}
            busyId={busyId}
            onToggle={toggle}
            onReorder={reorder}
            onEdit={onEdit}
            onDelete={(rule, title) => void remove(rule, title).catch(() => {})}
          />,
        )
      }
    </RuleTools>
  );
}
