import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type OperatorPlan, operatorPlan, type pricedPlans } from '../../../lib/contract/cdn/operatorPlan.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { PriceField } from '../../core/shared/PriceField.tsx';
import { PriceStartField } from '../../core/shared/PriceStartField.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/cdn/operatorPlan.ts')).PlanForm;

/** The prices of a plan for a month and for a prepaid year, from when they are valid, and whether it is offered. */
export function PlanEdit({ plan, ...dialog }: EditDialogForm & { plan: OperatorPlan }) {
  const t = useT();
  const { code, name, monthly, annual, next, hidden, version } = plan;
  const form = useContractForm({
    schema,
    defaultValues: {
      monthly: next?.monthly ?? monthly ?? 0,
      annual: next?.annual ?? annual ?? 0,
      validFrom: next?.validFrom ?? null,
      hidden,
    },
    check: 'submit',
  });
  const isRise = form.watch('monthly') > (monthly ?? 0) || form.watch('annual') > (annual ?? 0);
  const update = useWrite(operatorPlan.update, { notices: 'form' });
  const { errors } = form.formState;
  return (
    <CatalogForm
      form={form}
      label={t('operatorPlan:editTitle')}
      send={(values, dryRun) =>
        // Only these can be edited.
        update.mutateAsync({ plan: code as (typeof pricedPlans)[number], ...values, version, dryRun })
      }
      group="operatorPlan"
      saved={t('operatorPlan:saved')}
      {...dialog}
    >
      <p className="text-ui font-semibold text-text">{name}</p>
      <div className="grid gap-[18px] sm:grid-cols-2">
        {(['monthly', 'annual'] as const).map((field) => (
          <Controller
            key={field}
            control={form.control}
            name={field}
            render={({ field: { value, onChange, onBlur } }) => (
              <PriceField
                label={t(`operatorPlan:field.${field}`)}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                error={errors[field]?.message}
              />
            )}
          />
        ))}
        <Controller
          control={form.control}
          name="validFrom"
          render={({ field: { value, onChange, onBlur } }) => (
            <PriceStartField value={value ?? null} onChange={onChange} onBlur={onBlur} isRise={isRise} error={errors.validFrom?.message} />
          )}
        />
      </div>
      <Controller
        control={form.control}
        name="hidden"
        render={({ field }) => (
          <Checkbox
            label={t('operatorPlan:field.hidden')}
            checked={field.value ?? false}
            onChange={({ target }) => field.onChange(target.checked)}
          />
        )}
      />
    </CatalogForm>
  );
}
