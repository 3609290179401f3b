import { Minus, Plus } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type Domain, domain as domainCalls } from '../../../lib/contract/cdn/domain.ts';
import type { plan as calls } from '../../../lib/contract/cdn/plan.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { comparePlans, isEmpty, type Share } from '../../../lib/rules/cdn/plan/difference.ts';
import { Banner } from '../../ui/Banner.tsx';
import { limitLabels, limitValue } from './formatPlan.ts';

type Listed = Output<typeof calls.list>;

interface ChangesProps {
  domain: Domain;
  listed: Listed;
  plan: Listed['plans'][number];
}

/** What the domain gains and loses, and what becomes of what it uses of that today. */
export function Changes({ domain, listed: { plans, current, unsupported }, plan }: ChangesProps) {
  const t = useT();
  const locale = currentLocale();
  const gates = useRead(domainCalls.features, { domainId: domain.id }).data?.features;
  const active = plans.find(({ code }) => code === current.code);
  if (!active || active.code === plan.code) return null;
  const { gains, losses } = comparePlans(active, plan, unsupported);
  const listFeatures = ({ features, limits }: Share) => [
    ...features.map((code) => t(`plan:feature.${code}`)),
    ...limits.map(({ limit, from, to }) =>
      t('plan:dialog.instead', {
        label: t(limitLabels[limit]),
        from: limitValue(t, locale, limit, from),
        to: limitValue(t, locale, limit, to),
      }),
    ),
  ];
  const rules = gates?.pageRules.used ?? 0;
  const notes = [
    ...(losses.features.includes('customNs') && (gates?.customNs.used ?? 0) > 0 ? [t('plan:dialog.customNs')] : []),
    ...(plan.pageRules !== null && rules > plan.pageRules
      ? [t('plan:dialog.rules', { ...counted(rules, locale), limit: formatNumber(plan.pageRules, locale) })]
      : []),
  ];
  return (
    <div className="grid gap-4">
      {!isEmpty(losses) && <List title={t('plan:dialog.losses')} items={listFeatures(losses)} sign={Minus} />}
      {!isEmpty(gains) && <List title={t('plan:dialog.gains')} items={listFeatures(gains)} sign={Plus} />}
      {notes.map((note) => (
        <Banner key={note} tone="warning">
          {note}
        </Banner>
      ))}
    </div>
  );
}

function List({ title, items, sign: Sign }: { title: string; items: readonly string[]; sign: typeof Plus }) {
  return (
    <div>
      <h3 className="mb-1.5 text-ui font-medium text-text">{title}</h3>
      <ul className="grid gap-1.5">
        {items.map((item) => (
          <li key={item} className="flex items-start gap-2 text-ui">
            <Sign aria-hidden className="mt-0.5 size-4 flex-none text-text-3" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}
