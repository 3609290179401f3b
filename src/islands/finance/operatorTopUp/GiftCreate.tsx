import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { brand } from '../../../config/brand.ts';
import { operatorTopUp } from '../../../lib/contract/finance/operatorTopUp.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { CodeField, PercentField, WorthField } from '../../core/shared/CodeFields.tsx';
import { CodeLimits } from '../../core/shared/CodeLimits.tsx';
import { AmountField } from '../../ui/AmountField.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

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
    <CatalogForm
      form={form}
      label={t('operatorTopUp:gift.add')}
      send={(values, dryRun) => create.mutateAsync({ ...values, percent: values.kind === 'percent' ? values.percent : null, dryRun })}
      group="operatorTopUp"
      saved={t('operatorTopUp:gift.done')}
      {...dialog}
    >
      <CodeField {...form.register('code')} error={errors.code?.message} />
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <WorthField
            isPercent={field.value === 'percent'}
            onChange={(next) => field.onChange(next ? 'percent' : 'gift')}
            kinds={['amount', 'percent']}
          />
        )}
      />
      <div className="grid gap-[18px] sm:grid-cols-2">
        {isPercent && (
          <Controller
            control={form.control}
            name="percent"
            render={({ field }) => (
              <PercentField value={field.value} onChange={field.onChange} onBlur={field.onBlur} error={errors.percent?.message} />
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
    </CatalogForm>
  );
}
