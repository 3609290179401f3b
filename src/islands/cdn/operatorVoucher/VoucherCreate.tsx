import { Controller } from 'react-hook-form';
import { useWrite } from '../../../lib/api/query.ts';
import { operatorVoucher } from '../../../lib/contract/cdn/operatorVoucher.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogueForm } from '../../core/shared/CatalogueForm.tsx';
import { CodeLimits } from '../../core/shared/CodeLimits.tsx';
import { PriceField } from '../../core/shared/PriceField.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/cdn/operatorVoucher.ts')).VoucherForm;
const names = { maxUses: 'maxUses', expiresAt: 'expiresAt' } as const;

/** A new voucher: its value can’t be changed later. */
export function VoucherCreate(dialog: EditDialogForm) {
  const t = useT();
  const form = useContractForm({
    schema,
    defaultValues: { code: '', kind: 'percent', amount: null, percent: null, maxUses: null, expiresAt: null },
    check: 'submit',
  });
  const create = useWrite(operatorVoucher.create, { notices: 'form' });
  const { errors } = form.formState;
  const isPercent = form.watch('kind') === 'percent';
  return (
    <CatalogueForm
      form={form}
      label={t('operatorVoucher:add')}
      send={(values, dryRun) => create.mutateAsync({ ...values, dryRun })}
      group="operatorVoucher"
      saved={t('operatorVoucher:done')}
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
              segments={(['percent', 'amount'] as const).map((value) => ({ value, label: t(`catalogue:code.kind.${value}`) }))}
            />
          </Field>
        )}
      />
      {isPercent ? (
        <Controller
          key="percent"
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
      ) : (
        <Controller
          key="amount"
          control={form.control}
          name="amount"
          render={({ field }) => (
            <PriceField
              label={t('catalogue:code.field.amount')}
              value={field.value ?? null}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={errors.amount?.message}
            />
          )}
        />
      )}
      <CodeLimits control={form.control} names={names} errors={errors} />
    </CatalogueForm>
  );
}
