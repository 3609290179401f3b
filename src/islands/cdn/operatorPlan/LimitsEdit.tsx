import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type limitedPlans, type OperatorPlan, operatorPlan, type PlanLimits } from '../../../lib/contract/cdn/operatorPlan.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/cdn/operatorPlan.ts')).PlanLimitsForm;

/** How far the buttons of a field change its value. */
const steps: Record<keyof PlanLimits, number> = { traffic: 100, requests: 1_000_000, pageRules: 5, minCacheTtl: 60 };
const names = ['traffic', 'requests', 'pageRules', 'minCacheTtl'] as const;

/** The limits of a plan, which apply from the moment they are saved. */
export function LimitsEdit({ plan, ...dialog }: EditDialogForm & { plan: OperatorPlan }) {
  const t = useT();
  const locale = currentLocale();
  const { code, name, limits, limitsVersion: version } = plan;
  const form = useContractForm({
    schema,
    defaultValues: limits ?? { traffic: 0, requests: 0, pageRules: 0, minCacheTtl: 1 },
    check: 'submit',
  });
  const update = useWrite(operatorPlan.updateLimits, { notices: 'form' });
  const { errors } = form.formState;
  const suffixes = {
    traffic: <bdi dir="ltr">GB</bdi>,
    requests: undefined,
    pageRules: undefined,
    minCacheTtl: t('operatorPlan:limits.seconds'),
  };
  return (
    <CatalogForm
      form={form}
      label={t('operatorPlan:limits.editTitle')}
      send={(values, dryRun) =>
        // Only these have limits to edit.
        update.mutateAsync({ plan: code as (typeof limitedPlans)[number], ...values, version, dryRun })
      }
      group="operatorPlan"
      saved={t('operatorPlan:limits.saved')}
      {...dialog}
    >
      <p className="text-ui font-semibold text-text">{name}</p>
      <div className="grid gap-[18px] sm:grid-cols-2">
        {names.map((field) => {
          const label = t(`operatorPlan:field.${field}`);
          return (
            <Controller
              key={field}
              control={form.control}
              name={field}
              render={({ field: { value, onChange, onBlur } }) => (
                <Field
                  label={label}
                  help={field === 'minCacheTtl' && value > 0 ? formatTtl(value, locale, 'long') : undefined}
                  error={errors[field]?.message}
                >
                  <NumberInput
                    value={value}
                    // An empty field is refused by the form.
                    onChange={(next) => onChange(next ?? Number.NaN)}
                    onBlur={onBlur}
                    min={0}
                    step={steps[field]}
                    suffix={suffixes[field]}
                    decreaseLabel={t('catalogue:less', { label })}
                    increaseLabel={t('catalogue:more', { label })}
                  />
                </Field>
              )}
            />
          );
        })}
      </div>
    </CatalogForm>
  );
}
