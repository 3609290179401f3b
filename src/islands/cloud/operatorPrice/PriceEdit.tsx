import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type OperatorPrice, operatorPrice } from '../../../lib/contract/cloud/operatorPrice.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatTraffic } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { millsFor, periodHours } from '../../../lib/rules/cloud/price.ts';
import { trafficUnit } from '../../../lib/rules/cloud/traffic.ts';
import { NOTICE_DAYS } from '../../../lib/rules/core/priceNotice.ts';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { PriceField } from '../../core/shared/PriceField.tsx';
import { Field } from '../../ui/Field.tsx';
import { TimeInput } from '../../ui/TimeInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/cloud/operatorPrice.ts')).PriceForm;
const MICRO = 1_000_000;

/** A price and the hour from which it is valid. A change that isn’t in force yet is replaced. */
export function PriceEdit({ price, ...dialog }: EditDialogForm & { price: OperatorPrice }) {
  const t = useT();
  const locale = currentLocale();
  const { item, name, per, rate, next, version } = price;
  const form = useContractForm({
    schema,
    defaultValues: { rate: next?.rate ?? rate, validFrom: next?.validFrom ?? null },
    check: 'submit',
  });
  const update = useWrite(operatorPrice.update, { notices: 'form' });
  const { errors } = form.formState;
  const isRise = form.watch('rate') > rate;
  const sum = (count: number) => formatMoney(millsFor(form.watch('rate'), count), locale, { exact: true });
  const help =
    per === 'hour'
      ? t('operatorPrice:help.hour', { price: sum(periodHours.monthly) })
      : t('operatorPrice:help.gigabyte', { price: sum(trafficUnit), size: formatTraffic(trafficUnit, locale) });
  return (
    <CatalogForm
      form={form}
      label={t('operatorPrice:editTitle')}
      send={(values, dryRun) => update.mutateAsync({ item, ...values, version, dryRun })}
      group="operatorPrice"
      saved={t('operatorPrice:saved')}
      {...dialog}
    >
      <p className="text-ui font-semibold text-text">{name}</p>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Controller
          control={form.control}
          name="rate"
          render={({ field: { value, onChange, onBlur } }) => (
            <PriceField
              label={t(`operatorPrice:field.${per}`)}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              scale={MICRO}
              step={0.001}
              help={help}
              error={errors.rate?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="validFrom"
          render={({ field: { value, onChange, onBlur } }) => (
            <Field
              label={t('operatorPrice:field.validFrom')}
              optional={isRise ? undefined : t('common:optional')}
              help={t(isRise ? 'operatorPrice:help.riseDay' : 'operatorPrice:help.validFrom', { days: formatNumber(NOTICE_DAYS, locale) })}
              error={errors.validFrom?.message}
            >
              <TimeInput step={3600} value={value} onChange={onChange} onBlur={onBlur} />
            </Field>
          )}
        />
      </div>
    </CatalogForm>
  );
}
