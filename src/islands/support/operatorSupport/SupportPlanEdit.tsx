import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type OperatorSupportPlan, operatorSupport } from '../../../lib/contract/support/operatorSupport.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { supportPeriods } from '../../../lib/rules/core/supportPrices.ts';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { PriceField } from '../../core/shared/PriceField.tsx';
import { PriceStartField } from '../../core/shared/PriceStartField.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/support/operatorSupport.ts')).SupportPlanForm;

/** The prices of a support plan for a month and for a year, and from when they are valid. */
export function SupportPlanEdit({ of, ...dialog }: EditDialogForm & { of: OperatorSupportPlan }) {
  const t = useT();
  const { plan, name, month, year, next, version } = of;
  const form = useContractForm({
    schema,
    defaultValues: { month: next?.month ?? month, year: next?.year ?? year, validFrom: next?.validFrom ?? null },
    check: 'submit',
  });
  const update = useWrite(operatorSupport.updatePlan, { notices: 'form' });
  const { errors } = form.formState;
  return (
    <CatalogForm
      form={form}
      label={t('operatorSupport:editPlan')}
      send={(values, dryRun) => update.mutateAsync({ plan, ...values, version, dryRun })}
      group="operatorSupport"
      saved={t('operatorSupport:saved')}
      {...dialog}
    >
      <p className="text-ui font-semibold text-text">{name}</p>
      <div className="grid gap-[18px] sm:grid-cols-2">
        {supportPeriods.map((period) => (
          <Controller
            key={period}
            control={form.control}
            name={period}
            render={({ field: { value, onChange, onBlur } }) => (
              <PriceField
                label={t(`operatorSupport:field.${period}`)}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                error={errors[period]?.message}
              />
            )}
          />
        ))}
        <Controller
          control={form.control}
          name="validFrom"
          render={({ field: { value, onChange, onBlur } }) => (
            <PriceStartField
              value={value ?? null}
              onChange={onChange}
              onBlur={onBlur}
              isRise={form.watch('month') > month || form.watch('year') > year}
              error={errors.validFrom?.message}
            />
          )}
        />
      </div>
    </CatalogForm>
  );
}
