import { Plus, Trash2 } from 'lucide-react';
import { Controller, useFieldArray } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { brand } from '../../../config/brand.ts';
import { operatorTopUp } from '../../../lib/contract/finance/operatorTopUp.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { BonusTier } from '../../../lib/rules/finance/topUp.ts';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/finance/operatorTopUp.ts')).BonusForm;
const MOST = 10;

interface BonusEditProps extends EditDialogForm {
  current: { bonus: readonly BonusTier[]; version: number };
}

/** The thresholds of the bonus, each with its percentage. */
export function BonusEdit({ current: { bonus, version }, ...dialog }: BonusEditProps) {
  const t = useT();
  const locale = currentLocale();
  const form = useContractForm({ schema, defaultValues: { bonus: [...bonus] }, check: 'submit' });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'bonus' });
  const update = useWrite(operatorTopUp.updateBonus, { notices: 'form' });
  const { errors } = form.formState;
  return (
    <CatalogForm
      form={form}
      label={t('operatorTopUp:bonus.edit')}
      send={(values, dryRun) => update.mutateAsync({ ...values, version, dryRun })}
      group="operatorTopUp"
      saved={t('operatorTopUp:bonus.saved')}
      {...dialog}
    >
      <p className="text-ui text-text-2">{t('operatorTopUp:bonus.help')}</p>
      {fields.map((row, index) => (
        <fieldset key={row.id} className="flex items-start gap-3">
          <legend className="sr-only">{t('operatorTopUp:bonus.tier', { n: formatNumber(index + 1, locale) })}</legend>
          <div className="grid flex-1 gap-3 sm:grid-cols-2">
            <Controller
              control={form.control}
              name={`bonus.${index}.threshold`}
              render={({ field }) => (
                <AmountField
                  label={t('operatorTopUp:field.threshold', { currency: brand.currency.code })}
                  value={field.value === 0 ? null : field.value}
                  onChange={(mills) => field.onChange(mills ?? 0)}
                  onBlur={field.onBlur}
                  error={errors.bonus?.[index]?.threshold?.message}
                />
              )}
            />
            <Controller
              control={form.control}
              name={`bonus.${index}.percent`}
              render={({ field }) => (
                <Field label={t('catalogue:code.field.percent')} error={errors.bonus?.[index]?.percent?.message}>
                  <NumberInput
                    value={field.value === 0 ? null : field.value}
                    onChange={(value) => field.onChange(value ?? 0)}
                    onBlur={field.onBlur}
                    min={0}
                    max={100}
                    suffix="%"
                    decreaseLabel={t('catalogue:less', { label: t('catalogue:code.field.percent') })}
                    increaseLabel={t('catalogue:more', { label: t('catalogue:code.field.percent') })}
                  />
                </Field>
              )}
            />
          </div>
          <IconButton
            icon={Trash2}
            label={t('operatorTopUp:bonus.remove', { n: formatNumber(index + 1, locale) })}
            className="mt-7"
            onClick={() => remove(index)}
          />
        </fieldset>
      ))}
      {fields.length === 0 && <p className="text-ui text-text-3">{t('operatorTopUp:bonus.none')}</p>}
      <div>
        <Button size="sm" icon={Plus} disabled={fields.length >= MOST} onClick={() => append({ threshold: 0, percent: 0 })}>
          {t('operatorTopUp:bonus.add')}
        </Button>
      </div>
    </CatalogForm>
  );
}
