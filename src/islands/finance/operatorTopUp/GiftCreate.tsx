import { Controller } from 'react-hook-form';
import { useWrite } from '../../../lib/api/query.ts';
import { brand } from '../../../lib/brand.ts';
import { operatorTopUp } from '../../../lib/contract/finance/operatorTopUp.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogueForm } from '../../core/shared/CatalogueForm.tsx';
import { CodeLimits } from '../../core/shared/CodeLimits.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { AmountField } from '../shared/AmountField.tsx';

const schema = async () => (await import('../../../lib/contract/finance/operatorTopUp.ts')).GiftCodeForm;
const names = { maxUses: 'maxUses', expiresAt: 'expiresAt' } as const;

/** A new gift code: its value can’t be changed later. */
export function GiftCreate(dialog: EditDialogForm) {
  const t = useT();
  const form = useContractForm({
    schema,
    defaultValues: { code: '', kind: 'gift', amount: null, percent: null, maxUses: null, expiresAt: null },
    check: 'submit',
  });
  const create = useWrite(operatorTopUp.createGift, { notices: 'form' });
  const { errors } = form.formState;
  const isPercent = form.watch('kind') === 'percent';
  const currency = brand.currency.code;
  return (
    <CatalogueForm
      form={form}
      label={t('operatorTopUp:gift.add')}
      send={(values, dryRun) => create.mutateAsync({ ...values, percent: values.kind === 'percent' ? values.percent : null, dryRun })}
      group="operatorTopUp"
      saved={t('operatorTopUp:gift.done')}
      {...dialog}
    >
      <Field label={t('catalogue:code.field.code')} help={t('catalogue:code.field.codeHelp')} error={errors.code?.message}>
        <TextInput
          {...form.register('code')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="mono"
        />
      </Field>
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <Field group label={t('catalogue:code.field.kind')}>
            <Segmented
              label={t('catalogue:code.field.kind')}
              value={field.value}
              onChange={field.onChange}
              segments={(['gift', 'percent'] as const).map((value) => ({
                value,
                label: t(`catalogue:code.kind.${value === 'gift' ? 'amount' : value}`),
              }))}
            />
          </Field>
        )}
      />
      <div className="grid gap-[18px] sm:grid-cols-2">
        {isPercent && (
          <Controller
            control={form.control}
            name="percent"
            render={({ field }) => (
              <Field label={t('catalogue:code.field.percent')} error={errors.percent?.message}>
                <NumberInput
                  value={field.value ?? null}
                  onChange={field.onChange}
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
        )}
        <Controller
          control={form.control}
          name="amount"
          render={({ field }) => (
            <AmountField
              label={`${t(isPercent ? 'operatorTopUp:field.most' : 'catalogue:code.field.amount')} (${currency})`}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={errors.amount?.message}
            />
          )}
        />
      </div>
      <CodeLimits control={form.control} names={names} errors={errors} />
    </CatalogueForm>
  );
}
