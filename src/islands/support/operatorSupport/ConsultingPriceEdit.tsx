import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type OperatorConsulting, operatorSupport } from '../../../lib/contract/support/operatorSupport.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { consultingLevels } from '../../../lib/rules/core/supportPrices.ts';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { PriceField } from '../../core/shared/PriceField.tsx';
import { PriceStartField } from '../../core/shared/PriceStartField.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/support/operatorSupport.ts')).ConsultingPriceForm;

/** The prices of an hour of consulting, and from when they are valid. */
export function ConsultingPriceEdit({ of, ...dialog }: EditDialogForm & { of: OperatorConsulting }) {
  const t = useT();
  const { standard, expert, next, version } = of;
  const form = useContractForm({
    schema,
    defaultValues: { standard: next?.standard ?? standard, expert: next?.expert ?? expert, validFrom: next?.validFrom ?? null },
    check: 'submit',
  });
  const update = useWrite(operatorSupport.updateConsulting, { notices: 'form' });
  const { errors } = form.formState;
  return (
    <CatalogForm
      form={form}
      label={t('operatorSupport:consulting.edit')}
      send={(values, dryRun) => update.mutateAsync({ ...values, version, dryRun })}
      group="operatorSupport"
      saved={t('operatorSupport:saved')}
      {...dialog}
    >
      <div className="grid gap-[18px] sm:grid-cols-2">
        {consultingLevels.map((level) => (
          <Controller
            key={level}
            control={form.control}
            name={level}
            render={({ field: { value, onChange, onBlur } }) => (
              <PriceField
                label={t(`operatorSupport:field.${level}`)}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                error={errors[level]?.message}
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
              isRise={form.watch('standard') > standard || form.watch('expert') > expert}
              error={errors.validFrom?.message}
            />
          )}
        />
      </div>
    </CatalogForm>
  );
}
