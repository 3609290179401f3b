import { ListFilter } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { waf as calls, type WafRule } from '../../../lib/contract/cdn/waf.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { describeRule } from '../../../lib/rules/cdn/waf/formatWaf.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Tone } from '../../ui/icon.ts';
import type { Column, Filter } from '../../ui/table/types.ts';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { useNoPlaces } from '../shared/engines.ts';
import { RuleList, RuleListNote } from '../shared/rules/RuleList.tsx';
import { AddButton } from '../shared/rules/RuleListScreen.tsx';
import { RuleTools } from '../shared/rules/RuleTools.tsx';
import { useRuleActions } from '../shared/rules/useRuleActions.ts';

const WafRuleForm = lazy(async () => ({ default: (await import('./WafRuleForm.tsx')).WafRuleForm }));
const tones: Record<WafRule['action'], Tone> = { allow: 'success', block: 'danger', challenge: 'warning', log: 'neutral' };

/** The customer's own rules. */
export function WafRules({ domain, rules }: { domain: Domain; rules: readonly WafRule[] }) {
  const t = useT();
  const domainId = domain.id;
  const { add, edit, dialog } = useEditDialog<WafRule>({
    addTitle: t('waf:rule.create'),
    editTitle: t('waf:rule.change'),
    size: 'large',
    items: rules,
    form: (rule, callbacks) => <WafRuleForm domain={domain} rule={rule} {...callbacks} />,
  });
  const switching = useWrite(calls.deployRule, { success: 'none', failed: t('rules:toggleFailed') });
  const ordering = useWrite(calls.reorderRules, { success: 'none' });
  const removing = useWrite(calls.deleteRule, { success: 'none' });
  const creating = useWrite(calls.createRule, { success: 'none' });
  const { toggle, reorder, remove, busyId } = useRuleActions(rules, {
    toggle: (ruleId, deploy) => switching.mutateAsync({ domainId, ruleId, deploy }),
    reorder: (ids) => ordering.mutateAsync({ domainId, ids }),
    remove: (ruleId) => removing.mutateAsync({ domainId, ruleId }),
    restore: (rule) => creating.mutateAsync({ domainId, ...rule }),
    deleted: t('waf:rule.deleted'),
  });
  const columns = useMemo(
    (): Column<WafRule>[] => [
      {
        key: 'title',
        title: t('waf:rule.title'),
        search: ({ title }) => title,
        sort: ({ title }) => title,
        csv: ({ title }) => title,
      },
      { key: 'path', title: t('waf:rule.path'), sort: ({ path }) => path ?? '', csv: ({ path }) => path ?? '' },
      {
        key: 'action',
        title: t('waf:rule.action'),
        search: ({ action }) => t(`waf:action.${action}`),
        sort: ({ action }) => t(`waf:action.${action}`),
        csv: ({ action }) => t(`waf:action.${action}`),
      },
      {
        key: 'scope',
        title: t('waf:rule.conditions'),
        search: (rule) => describeRule(rule, t, currentLocale()),
        csv: (rule) => describeRule(rule, t, currentLocale()),
      },
      {
        key: 'description',
        title: t('waf:rule.description'),
        search: ({ description }) => description ?? '',
        csv: ({ description }) => description ?? '',
      },
    ],
    [t],
  );
  const filters = useMemo(
    (): Filter<WafRule>[] => [
      {
        key: 'action',
        label: t('waf:rule.action'),
        value: ({ action }) => action,
        options: (['allow', 'block', 'challenge', 'log'] as const).map((value) => ({ value, label: t(`waf:action.${value}`) })),
      },
    ],
    [t],
  );
  const addButton = <AddButton onClick={add}>{t('waf:rule.add')}</AddButton>;
  return (
    <>
      {rules.length === 0 ? (
        <EmptyState icon={ListFilter} title={t('waf:rule.empty')} description={t('waf:rule.emptyText')} action={addButton} />
      ) : (
        <RuleTools rules={rules} columns={columns} filters={filters} file={`${domain.name}-waf-rules`}>
          {(list) => (
            <Card title={t('waf:tab.rules')} actions={addButton} line flush>
              <RuleList
                label={t('waf:rule.list')}
                list={list}
                titleOf={({ title }) => title}
                body={(rule) => <Summary rule={rule} />}
                busyId={busyId}
                onToggle={toggle}
                onReorder={reorder}
                onEdit={edit}
                onDelete={(rule, title) =>
                  openDialog({
                    kind: 'delete',
                    title: t('waf:rule.deleteTitle', { title }),
                    description: t('waf:rule.deleteText'),
                    losses: [describeRule(rule, t, currentLocale())],
                    action: t('rules:delete'),
                    cancel: t('common:cancel'),
                    run: () => remove(rule, title),
                  })
                }
              />
              <RuleListNote>{t('rules:note')}</RuleListNote>
            </Card>
          )}
        </RuleTools>
      )}
      {dialog}
    </>
  );
}

function Summary({ rule }: { rule: WafRule }) {
  const t = useT();
  const hasNoData = useNoPlaces() && rule.conditions?.some(({ field }) => field === 'country' || field === 'asn');
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 font-semibold text-text">
        <bdi className="[overflow-wrap:anywhere]">{rule.title}</bdi>
        <Badge square tone={tones[rule.action]}>
          {t(`waf:action.${rule.action}`)}
        </Badge>
      </p>
      <p className="text-help text-text-2 [overflow-wrap:anywhere]">{describeRule(rule, t, currentLocale())}</p>
      {hasNoData && <p className="text-help text-warning">{t('rules:noPlaces')}</p>}
      {rule.description && (
        <p className="text-help text-text-3 [overflow-wrap:anywhere]">
          <bdi>{rule.description}</bdi>
        </p>
      )}
    </>
  );
}
