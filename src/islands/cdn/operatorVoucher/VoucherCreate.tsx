import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { operatorVoucher } from '../../../lib/contract/cdn/operatorVoucher.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { CodeField, PercentField, WorthField } from '../../core/shared/CodeFields.tsx';
import { CodeLimits } from '../../core/shared/CodeLimits.tsx';
import { PriceField } from '../../core/shared/PriceField.tsx';
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
    <CatalogForm
      form={form}
      label={t('operatorVoucher:add')}
      send={(values, dryRun) => create.mutateAsync({ ...values, dryRun })}
      group="operatorVoucher"
      saved={t('operatorVoucher:done')}
      {...dialog}
    >
      <CodeField {...form.register('code')} error={errors.code?.message} />
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <WorthField
            isPercent={field.value === 'percent'}
            onChange={(next) => field.onChange(next ? 'percent' : 'amount')}
            kinds={['percent', 'amount']}
          />
        )}
      />
      {isPercent ? (
        <Controller
          key="percent"
          control={form.control}
          name="percent"
          render={({ field }) => (
            <PercentField value={field.value} onChange={field.onChange} onBlur={field.onBlur} error={errors.percent?.message} />
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
    </CatalogForm>
  );
}
