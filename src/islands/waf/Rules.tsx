import { ListFilter, Pencil, Plus, Rocket, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWrite } from '../../lib/api/query.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { waf as calls, type WafRule } from '../../lib/contract/waf.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { openDialog } from '../../lib/stores/dialogs.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { Tone } from '../ui/icon.ts';
import { OrderedList, stateOf } from '../ui/order/OrderedList.tsx';
import { sayRule } from './say.ts';

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }));
const tones: Record<WafRule['action'], Tone> = { allow: 'success', block: 'danger', challenge: 'warning', log: 'neutral' };

/** The customer's own rules, the higher winning. */
export function Rules({ domain, rules }: { domain: Domain; rules: readonly WafRule[] }) {
  const t = useT();
  const domainId = domain.id;
  /** What the dialog is about. It keeps what it showed while it leaves. */
  const [edited, setEdited] = useState<{ open: boolean; rule: WafRule | null } | null>(null);
  const deploy = useWrite(calls.deployRule);
  const reorder = useWrite(calls.reorderRules);
  const remove = useWrite(calls.deleteRule);
  const askToDelete = ({ id, title, ...rule }: WafRule) =>
    openDialog({
      kind: 'delete',
      title: t('waf:rule.deleteTitle', { title }),
      description: t('waf:rule.deleteText'),
      losses: [sayRule(rule, t)],
      action: t('rules:delete'),
      cancel: t('common:cancel'),
      run: () => remove.mutateAsync({ domainId, ruleId: id }),
    });
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setEdited({ open: true, rule: null })}>
      {t('waf:rule.add')}
    </Button>
  );
  return (
    <>
      {rules.length === 0 ? (
        <EmptyState icon={ListFilter} title={t('waf:rule.empty')} description={t('waf:rule.emptyText')} action={add} />
      ) : (
        <Card title={t('waf:tab.rules')} actions={add} line flush>
          <OrderedList
            label={t('waf:rule.list')}
            rows={rules.map((rule) => ({ ...rule, state: stateOf(rule) }))}
            busyId={deploy.isPending ? deploy.variables.ruleId : undefined}
            onSwitch={(rule, on) => deploy.mutate({ domainId, ruleId: rule.id, deploy: on })}
            onOrder={(ids) => reorder.mutateAsync({ domainId, ids })}
            body={(rule) => (
              <>
                <p className="flex flex-wrap items-center gap-x-2 font-semibold text-text">
                  <bdi className="[overflow-wrap:anywhere]">{rule.title}</bdi>
                  <Badge square tone={tones[rule.action]}>
                    {t(`waf:action.${rule.action}`)}
                  </Badge>
                </p>
                <p className="text-help text-text-2 [overflow-wrap:anywhere]">{sayRule(rule, t)}</p>
                {rule.description && (
                  <p className="text-help text-text-3 [overflow-wrap:anywhere]">
                    <bdi>{rule.description}</bdi>
                  </p>
                )}
              </>
            )}
            actions={(rule) => [
              { key: 'edit', label: t('rules:edit'), icon: Pencil, onSelect: () => setEdited({ open: true, rule }) },
              ...(rule.state === 'draft'
                ? [
                    {
                      key: 'deploy',
                      label: t('rules:deployDraft'),
                      icon: Rocket,
                      onSelect: () => deploy.mutate({ domainId, ruleId: rule.id, deploy: true }),
                    },
                  ]
                : []),
              { key: 'delete', label: t('rules:delete'), icon: Trash2, danger: true, group: true, onSelect: () => askToDelete(rule) },
            ]}
          />
          <p className="border-t border-border px-[18px] py-3 text-help text-text-2">{t('rules:note')}</p>
        </Card>
      )}
      {edited && (
        <Suspense>
          <RuleDialog
            key={edited.rule?.id ?? 'new'}
            open={edited.open}
            domain={domain}
            rule={edited.rule}
            onClose={() => setEdited({ ...edited, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
