import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type OperatorTrafficPrice, operatorPlan } from '../../../lib/contract/cdn/operatorPlan.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { formatTraffic } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { PriceField } from '../../core/shared/PriceField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/cdn/operatorPlan.ts')).TrafficPriceForm;
/** The gigabytes whose price the help shows. */
const SAMPLE = 1000;

/** The price of CDN traffic and the month from which it is valid. A change that isn’t in force yet is replaced. */
export function TrafficEdit({ traffic, ...dialog }: EditDialogForm & { traffic: OperatorTrafficPrice }) {
  const t = useT();
  const locale = currentLocale();
  const { price, next, months, version } = traffic;
  const form = useContractForm({
    schema,
    defaultValues: { price: next?.price ?? price, month: next?.month ?? null },
    check: 'submit',
  });
  const update = useWrite(operatorPlan.updateTraffic, { notices: 'form' });
  const { errors } = form.formState;
  return (
    <CatalogForm
      form={form}
      label={t('operatorPlan:traffic.edit')}
      send={(values, dryRun) => update.mutateAsync({ ...values, version, dryRun })}
      group="operatorPlan"
      saved={t('operatorPlan:traffic.saved')}
      {...dialog}
    >
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Controller
          control={form.control}
          name="price"
          render={({ field: { value, onChange, onBlur } }) => (
            <PriceField
              label={t('operatorPlan:field.trafficPrice')}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              step={0.001}
              help={t('operatorPlan:traffic.help', {
                price: formatMoney(value * SAMPLE, locale, { exact: true }),
                size: formatTraffic(SAMPLE, locale),
              })}
              error={errors.price?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="month"
          render={({ field: { value, onChange, onBlur } }) => (
            <Field label={t('catalogue:field.validFrom')} error={errors.month?.message}>
              <Select
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                placeholder={t('operatorPlan:chooseMonth')}
                label={t('catalogue:field.validFrom')}
                closeLabel={t('common:close')}
                options={months.map((month) => ({ value: month, label: formatMonth(month, locale) }))}
              />
            </Field>
          )}
        />
      </div>
    </CatalogForm>
  );
}
