import { Timer } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useHashAction } from '../../../browser/address.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type RateLimitRule, rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import type { Column, Filter } from '../../ui/table/types.ts';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { RuleList, RuleListNote } from '../shared/rules/RuleList.tsx';
import { AddButton, RuleListScreen } from '../shared/rules/RuleListScreen.tsx';
import { RuleTools } from '../shared/rules/RuleTools.tsx';
import { useRuleActions } from '../shared/rules/useRuleActions.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { describeRule, RateLimitSummary, rateLimitTitle } from './RateLimitSummary.tsx';

const RateLimitRuleForm = lazy(async () => ({ default: (await import('./RateLimitRuleForm.tsx')).RateLimitRuleForm }));

/** The rate limits of a domain. */
export default function RateLimits({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <RateLimitList domainName={domainName} />
    </FromServer>
  );
}

function RateLimitList({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, rateLimit.list, (domainId) => ({ domainId }));
  const { add, edit, dialog } = useEditDialog<RateLimitRule>({
    addTitle: t('rateLimit:addTitle'),
    editTitle: t('rateLimit:editTitle'),
    size: 'large',
    items: reading.state === 'data' ? reading.data.rules : undefined,
    form: (rule, callbacks) => domain && <RateLimitRuleForm domain={domain} rule={rule} {...callbacks} />,
  });
  // "Limit sign-in attempts" of the palette.
  useHashAction('add', add);
  return (
    <RuleListScreen
      title={t('rateLimit:title')}
      description={t('rateLimit:lead')}
      docs={{ href: guidePath('rateLimit', currentLocale()), label: t('common:help') }}
      icon={Timer}
      domainName={domainName}
      domain={domain}
      reading={reading}
      failed={t('rateLimit:loadFailed')}
      add={<AddButton onClick={add}>{t('rateLimit:add')}</AddButton>}
      drafts="rateLimit"
      isEmpty={({ rules }) => rules.length === 0}
      emptyTitle={t('rateLimit:empty.title')}
      emptyText={t('rateLimit:empty.text')}
      dialog={dialog}
    >
      {({ rules }, match) => <Rules domain={match} rules={rules} onEdit={edit} />}
    </RuleListScreen>
  );
}

interface RulesProps {
  domain: Domain;
  rules: readonly RateLimitRule[];
  onEdit: (rule: RateLimitRule) => void;
}

function Rules({ domain, rules, onEdit }: RulesProps) {
  const t = useT();
  const domainId = domain.id;
  const switching = useWrite(rateLimit.toggleDeploy, { success: 'none', failed: t('rules:toggleFailed') });
  const ordering = useWrite(rateLimit.reorder, { success: 'none' });
  const removing = useWrite(rateLimit.delete, { success: 'none' });
  const creating = useWrite(rateLimit.create, { success: 'none' });
  const { toggle, reorder, remove, busyId } = useRuleActions(rules, {
    toggle: (ruleId, deploy) => switching.mutateAsync({ domainId, ruleId, deploy }),
    reorder: (ids) => ordering.mutateAsync({ domainId, ids }),
    remove: (ruleId) => removing.mutateAsync({ domainId, ruleId }),
    restore: (rule) => creating.mutateAsync({ domainId, ...rule }),
    deleted: t('rateLimit:deleted'),
  });
  const columns = useMemo(
    (): Column<RateLimitRule>[] => [
      {
        key: 'title',
        title: t('rateLimit:field.title'),
        search: ({ title }) => title ?? '',
        sort: (rule) => rateLimitTitle(t, rule),
        csv: ({ title }) => title ?? '',
      },
      {
        key: 'path',
        title: t('rateLimit:field.path'),
        search: ({ path }) => path || t('rateLimit:all'),
        sort: ({ path }) => path ?? '',
        csv: ({ path }) => path ?? '',
      },
      {
        key: 'count',
        title: t('rateLimit:field.count'),
        search: (rule) => `${rule.requestCount}\n${describeRule(t, rule)}`,
        sort: ({ requestCount }) => requestCount,
        csv: ({ requestCount }) => requestCount,
      },
      { key: 'time', title: t('rateLimit:field.time'), csv: ({ time }) => `${time.value}${time.unit}` },
      {
        key: 'action',
        title: t('rateLimit:field.action'),
        search: ({ action }) => t(`rateLimit:action.${action}`),
        sort: ({ action }) => action,
        csv: ({ action }) => t(`rateLimit:action.${action}`),
      },
      { key: 'blockTime', title: t('rateLimit:field.blockTime'), csv: ({ blockTime }) => `${blockTime.value}${blockTime.unit}` },
    ],
    [t],
  );
  const filters = useMemo(
    (): Filter<RateLimitRule>[] => [
      {
        key: 'action',
        label: t('rateLimit:field.action'),
        value: ({ action }) => action,
        options: (['block', 'challenge'] as const).map((value) => ({ value, label: t(`rateLimit:action.${value}`) })),
      },
    ],
    [t],
  );
  return (
    <RuleTools rules={rules} columns={columns} filters={filters} file={`${domain.name}-rate-limits`}>
      {(list) => (
        <Card flush>
          <RuleList
            label={t('rateLimit:title')}
            list={list}
            titleOf={(rule) => rateLimitTitle(t, rule)}
            body={(rule) => <RateLimitSummary rule={rule} />}
            busyId={busyId}
            onToggle={toggle}
            onReorder={reorder}
            onEdit={onEdit}
            onDelete={(rule, title) =>
              openDialog({
                kind: 'confirm',
                title: t('rateLimit:confirm.title', { title }),
                description: t('rateLimit:confirm.text'),
                action: t('rateLimit:confirm.action'),
                run: () => remove(rule, title),
              })
            }
          />
          <RuleListNote>{t('rules:note')}</RuleListNote>
        </Card>
      )}
    </RuleTools>
  );
}
