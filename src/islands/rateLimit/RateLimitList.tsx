import { Pencil, Rocket, Trash2 } from 'lucide-react';
import { useWrite } from '../../lib/api/query.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { type RateLimitRule, rateLimit } from '../../lib/contract/rateLimit.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { formatTtl } from '../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import type { Translate } from '../../lib/i18n/translator.ts';
import { secondsOf } from '../../lib/rules/edge/types.ts';
import { openDialog } from '../../lib/stores/dialogs.ts';
import { Card } from '../ui/Card.tsx';
import { OrderedList, stateOf } from '../ui/order/OrderedList.tsx';

interface RateLimitListProps {
  domain: Domain;
  rules: readonly RateLimitRule[];
  onEdit: (rule: RateLimitRule) => void;
}

export function RateLimitList({ domain, rules, onEdit }: RateLimitListProps) {
  const t = useT();
  const domainId = domain.id;
  const toggle = useWrite(rateLimit.toggleDeploy);
  const reorder = useWrite(rateLimit.reorder);
  const remove = useWrite(rateLimit.delete);
  const rows = rules.map((rule) => ({ id: rule.id, title: nameOf(rule), state: stateOf(rule), rule }));
  const busyId = toggle.isPending ? toggle.variables.ruleId : undefined;
  return (
    <Card flush>
      <OrderedList
        label={t('rateLimit:title')}
        rows={rows}
        busyId={busyId}
        onSwitch={({ id }, deploy) => toggle.mutate({ domainId, ruleId: id, deploy })}
        onOrder={(ids) => reorder.mutateAsync({ domainId, ids })}
        body={({ rule }) => <Body rule={rule} />}
        actions={({ id, title, state, rule }) => [
          { key: 'edit', label: t('rules:edit'), icon: Pencil, onSelect: () => onEdit(rule) },
          ...(state === 'draft'
            ? [
                {
                  key: 'deploy',
                  label: t('rules:deployDraft'),
                  icon: Rocket,
                  onSelect: () => toggle.mutate({ domainId, ruleId: id, deploy: true }),
                },
              ]
            : []),
          {
            key: 'delete',
            label: t('rules:delete'),
            icon: Trash2,
            danger: true,
            group: true as const,
            onSelect: () =>
              openDialog({
                kind: 'confirm',
                title: t('rateLimit:confirm.title', { title }),
                description: t('rateLimit:confirm.text'),
                action: t('rateLimit:confirm.action'),
                run: () => remove.mutateAsync({ domainId, ruleId: id }),
              }),
          },
        ]}
      />
      <p className="border-t border-border px-[18px] py-3 text-help text-text-2">{t('rules:note')}</p>
    </Card>
  );
}

/** What a rule is called where it stands alone. */
export const nameOf = ({ title, path, requestCount }: Pick<RateLimitRule, 'title' | 'path' | 'requestCount'>): string =>
  title || path || formatNumber(requestCount, currentLocale());

function Body({ rule }: { rule: RateLimitRule }) {
  const t = useT();
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        {rule.title && <b className="font-semibold">{rule.title}</b>}
        {rule.path ? (
          <bdi dir="ltr" className="mono text-text-2 [overflow-wrap:anywhere]">
            {rule.path}
          </bdi>
        ) : (
          <span className="text-text-2">{t('rateLimit:all')}</span>
        )}
      </div>
      <p className="text-help text-text-2">{sentenceOf(t, rule)}</p>
    </>
  );
}

/** What a rule does, in one sentence. */
export function sentenceOf(
  t: Translate,
  {
    requestCount,
    time,
    blockTime,
    action,
    challengeType,
  }: Pick<RateLimitRule, 'requestCount' | 'time' | 'blockTime' | 'action' | 'challengeType'>,
): string {
  const locale = currentLocale();
  const values = {
    count: formatNumber(requestCount, locale),
    time: formatTtl(secondsOf(time), locale, 'long'),
    block: formatTtl(secondsOf(blockTime), locale, 'long'),
  };
  if (action === 'block') return t('rateLimit:says.block', values);
  return t('rateLimit:says.challenge', { ...values, challenge: t(`rateLimit:challenge.${challengeType ?? 'js'}`) });
}
