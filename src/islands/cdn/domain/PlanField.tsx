import type { ReactNode } from 'react';
import type { Plan } from '../../../lib/contract/cdn/domain.ts';
import { priceText } from '../../../lib/format/money.ts';
import { formatCompact, formatTraffic } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';

interface PlanFieldProps {
  plans: readonly Plan[];
  value: Plan['code'];
  onChange: (code: Plan['code']) => void;
  error: ReactNode;
}

export function PlanField({ plans, value, onChange, error }: PlanFieldProps) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Field label={t('domain:add.plan')} error={error} group>
      <RadioCards
        value={value}
        onChange={onChange}
        min={220}
        cards={plans.map(({ code, price: { monthly }, traffic, requests }) => ({
          value: code,
          label: t(`common:plan.${code}`),
          end:
            monthly === null
              ? t('domain:add.byContact')
              : monthly === 0
                ? t('domain:add.free')
                : t('domain:add.monthly', { amount: priceText(monthly, locale) }),
          description:
            traffic !== null && requests !== null
              ? t('domain:add.planLimits', { traffic: formatTraffic(traffic, locale), requests: formatCompact(requests, locale) })
              : undefined,
          disabled: monthly === null,
          reason: t('domain:error.planByContact'),
        }))}
      />
    </Field>
  );
}
