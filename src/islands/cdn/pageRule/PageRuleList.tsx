import { FlaskConical } from 'lucide-react';
import { useMemo } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type PageRule, pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { href } from '../../../lib/routes/index.ts';
import { settingNames } from '../../../lib/rules/cdn/pageRule/diff.ts';
import { formatValue, isCode, settingTitle } from '../../../lib/rules/cdn/pageRule/formatSetting.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import type { Column } from '../../ui/table/types.ts';
import { RuleList, RuleListNote } from '../shared/rules/RuleList.tsx';
import { RuleTools } from '../shared/rules/RuleTools.tsx';
import { useRuleActions } from '../shared/rules/useRuleActions.ts';
import { exampleAddress } from './exampleAddress.ts';

interface PageRuleListProps {
  domain: Domain;
  rules: readonly PageRule[];
  /** The requests of the last 24 hours by the ID of their rule; null: unknown. */
  requests: Readonly<Record<string, number>> | null;
}

export function PageRuleList({ domain, rules, requests }: PageRuleListProps) {
  const t = useT();
  const domainId = domain.id;
  const switching = useWrite(pageRule.toggleDeploy, { success: 'none', failed: t('rules:toggleFailed') });
  const ordering = useWrite(pageRule.reorder, { success: 'none' });
  const removing = useWrite(pageRule.delete, { success: 'none' });
  const creating = useWrite(pageRule.create, { success: 'none' });
  const { toggle, reorder, remove, busyId } = useRuleActions(rules, {
    toggle: (pathId, deploy) => switching.mutateAsync({ domainId, pathId, deploy }),
    reorder: (ids) => ordering.mutateAsync({ domainId, ids }),
    remove: (pathId) => removing.mutateAsync({ domainId, pathId }),
    restore: (rule) => creating.mutateAsync({ domainId, ...rule }),
    deleted: t('pageRule:deleted'),
  });
  const hrefOf = ({ id }: PageRule) => href('pageRule', { domain: domain.name, rule: id });
  const columns = useMemo(
    (): Column<PageRule>[] => [
      { key: 'title', title: t('pageRule:field.title'), search: titled, sort: (rule) => titled(rule), csv: titled },
      { key: 'path', title: t('pageRule:field.path'), search: ({ path }) => path, sort: ({ path }) => path, csv: ({ path }) => path },
      { key: 'settings', title: t('pageRule:settings'), search: (rule) => settingsText(rule, t), csv: (rule) => settingsText(rule, t) },
    ],
    [t],
  );
  return (
    <RuleTools rules={rules} columns={columns} file={`${domain.name}-page-rules`}>
      {(list) => (
        <Card flush>
          <RuleList
            label={t('pageRule:list')}
            list={list}
            titleOf={({ title }) => title}
            body={(rule) => (
              <Summary rule={rule} address={hrefOf(rule)} requests={requests && (requests[rule.id] ?? (rule.deploy ? 0 : null))} />
            )}
            busyId={busyId}
            onToggle={toggle}
            onReorder={reorder}
            onEdit={(rule) => navigate.to(hrefOf(rule))}
            extraActions={({ path }) => [
              {
                key: 'trace',
                label: t('pageRule:trace'),
                icon: FlaskConical,
                onSelect: () =>
                  navigate.to(`${href('trace', { domain: domain.name })}?url=${encodeURIComponent(exampleAddress(path, domain.name))}`),
              },
            ]}
            onDelete={(rule, title) =>
              openDialog({
                kind: 'confirm',
                title: t('pageRule:removing.title', { title }),
                description: t('pageRule:removing.text', { path: rule.path }),
                action: t('pageRule:delete'),
                run: () => remove(rule, title),
              })
            }
          />
          <RuleListNote>{t('pageRule:note')}</RuleListNote>
        </Card>
      )}
    </RuleTools>
  );
}

const titled = ({ title }: PageRule) => title;

/** The settings of a rule in one line: "Cache TTL: 30 days; WebP: On". */
function settingsText({ mode, settings }: PageRule, t: Translate): string {
  if (mode === 'bypass') return t('pageRule:mode.bypass');
  const locale = currentLocale();
  return settingNames
    .flatMap((name) => {
      const value = settings[name];
      return value === undefined ? [] : [`${settingTitle(name, t)}: ${formatValue(name, value, t, locale)}`];
    })
    .join('; ');
}

interface SummaryProps {
  rule: PageRule;
  address: string;
  /** Null: unknown, or the rule is off and nothing matched it. */
  requests: number | null;
}
function Summary({ rule, address, requests }: SummaryProps) {
  const t = useT();
  const locale = currentLocale();
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        <a href={address} className="font-semibold [overflow-wrap:anywhere] hover:text-brand-text hover:underline">
          {rule.title}
        </a>
        <bdi dir="ltr" className="mono text-text-2 [overflow-wrap:anywhere]">
          {rule.path}
        </bdi>
        {requests !== null && <span className="text-help text-text-3">{t('pageRule:requests', counted(requests, locale))}</span>}
      </div>
      <ul className="mt-1 flex flex-wrap gap-1.5" aria-label={t('pageRule:settings')}>
        {rule.mode === 'bypass' ? (
          <li>
            <Badge square tone="warning">
              {t('pageRule:mode.bypass')}
            </Badge>
          </li>
        ) : (
          settingNames.map((name) => {
            const value = rule.settings[name];
            if (value === undefined) return null;
            return (
              <li
                key={name}
                className="max-w-full [&>.badge]:h-auto [&>.badge]:min-h-5 [&>.badge]:max-w-full [&>.badge]:flex-wrap [&>.badge]:gap-y-0 [&>.badge]:whitespace-normal"
              >
                <Badge square>
                  {settingTitle(name, t)}
                  <bdi dir={isCode(name) ? 'ltr' : undefined} className="max-w-[min(220px,50vw)] truncate text-text">
                    {formatValue(name, value, t, locale)}
                  </bdi>
                </Badge>
              </li>
            );
          })
        )}
      </ul>
    </>
  );
}
