import { Check } from 'lucide-react';
import type { Output } from '../../../lib/contract/call.ts';
import type { plan as calls } from '../../../lib/contract/cdn/plan.ts';
import { priceText } from '../../../lib/format/money.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { planPrice } from '../../../lib/rules/cdn/plan/change.ts';
import { planLimits } from '../../../lib/rules/cdn/plan/difference.ts';
import type { Period } from '../../../lib/rules/cdn/plan/period.ts';
import { type PlanCode, type PlanFeature, planFeatures } from '../../../lib/rules/core/plans.ts';
import { Card } from '../../ui/Card.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { limitLabels, limitValue } from './formatPlan.ts';

type Offer = Output<typeof calls.list>['plans'][number];

interface ComparisonProps {
  plans: readonly Offer[];
  current: PlanCode;
  period: Period;
  unsupported: readonly PlanFeature[];
}

/** A line of a comparison: what each plan has of it. `key`: `price`, a limit or a feature. */
interface ComparisonRow {
  key: string;
  label: string;
  value: (plan: Offer) => string | boolean;
}

/** What plans are compared by, in the order of a table. */
export function compareBy(t: Translate, locale: Locale, period: Period, unsupported: readonly PlanFeature[]): ComparisonRow[] {
  const formatPrice = (plan: Offer) => {
    const price = planPrice(plan, period);
    return price === null ? t('plan:card.onRequest') : price === 0 ? t('plan:card.free') : priceText(price, locale);
  };
  return [
    { key: 'price', label: `${t('plan:compare.price')} ${t(period === 'year' ? 'plan:perYear' : 'plan:perMonth')}`, value: formatPrice },
    ...planLimits.map((limit) => ({
      key: limit,
      label: t(limitLabels[limit]),
      value: (plan: Offer) => limitValue(t, locale, limit, plan[limit]),
    })),
    ...planFeatures.map((feature) => ({
      key: feature,
      label: t(`plan:feature.${feature}`),
      value: ({ features }: Offer) => features.includes(feature) && !unsupported.includes(feature),
    })),
  ];
}

/** All plans and their limits beside each other. */
export function Comparison({ plans, current, period, unsupported }: ComparisonProps) {
  const t = useT();
  const rows = compareBy(t, currentLocale(), period, unsupported);
  return (
    <Card flush title={t('plan:compare.title')} line>
      <Table label={t('plan:compare.title')} className="min-w-[720px]" widths={['25%', ...plans.map(() => `${75 / plans.length}%`)]}>
        <Head>
          <HeadCell>{t('plan:compare.plan')}</HeadCell>
          {plans.map(({ code, name }) => (
            <HeadCell key={code} aria-current={code === current || undefined}>
              {name}
            </HeadCell>
          ))}
        </Head>
        <tbody>
          {rows.map(({ key, label, value }) => (
            <Row key={key} plain>
              <th scope="row">{label}</th>
              {plans.map((plan) => (
                <Cell key={plan.code}>
                  <Value value={value(plan)} />
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

export function Value({ value }: { value: string | boolean }) {
  const t = useT();
  if (typeof value === 'string') return value;
  return (
    <>
      {value ? (
        <Check aria-hidden className="size-4 text-brand-text" />
      ) : (
        <span aria-hidden className="text-text-3">
          –
        </span>
      )}
      <span className="sr-only">{t(value ? 'plan:yes' : 'plan:no')}</span>
    </>
  );
}
