import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { billingPeriods, toPrice } from '../../../lib/rules/cloud/price.ts';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { useRates } from '../shared/useRates.ts';
import { Part } from './Part.tsx';
import type { PartProps } from './types.ts';

const panels = ['none', 'cpanel', 'plesk'] as const;

/** Billing and licenses; hidden for the free server. */
export function BillingFields({ form, values, set }: PartProps) {
  const t = useT();
  const locale = currentLocale();
  const { unit } = useRates();
  const { extra } = values;
  const monthly = (item: 'cpanel' | 'plesk') =>
    `+ ${formatMoney(toPrice(unit[item]).monthly, locale, { exact: true })} ${t('serverOrder:per.monthly')}`;
  return (
    <Part number={4} title={t('serverOrder:billing')}>
      <Field label={t('serverOrder:billing')} hideLabel group error={form.formState.errors.period?.message}>
        <RadioCards
          value={values.period}
          onChange={(period) => set({ period })}
          min={190}
          cards={billingPeriods.map((period) => ({
            value: period,
            label: t(`serverOrder:period.${period}`),
            description: t(period === 'payg' ? 'serverOrder:period.paygHelp' : 'serverOrder:period.prepaidHelp'),
          }))}
        />
      </Field>
      <Field label={t('serverOrder:extras')} group error={form.formState.errors.extra?.message}>
        <RadioCards
          value={extra.cpanel ? 'cpanel' : extra.plesk ? 'plesk' : 'none'}
          onChange={(panel) => set({ extra: { cpanel: panel === 'cpanel', plesk: panel === 'plesk' } })}
          min={190}
          cards={panels.map((panel) => ({
            value: panel,
            label: t(`serverOrder:extra.${panel}`),
            ...(panel !== 'none' && { description: monthly(panel) }),
          }))}
        />
      </Field>
    </Part>
  );
}
