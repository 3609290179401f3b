import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { dataCenterStates, type OperatorDataCenter, operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/cloud/operatorOffer.ts')).DataCenterForm;

/** What can be created in a data center, and whether it is the default. @param version of the list that it is from */
export function DataCenterEdit({ center, version, ...dialog }: EditDialogForm & { center: OperatorDataCenter; version: number }) {
  const t = useT();
  const { id, name, state, isDefault } = center;
  const form = useContractForm({ schema, defaultValues: { state, isDefault }, check: 'submit' });
  const update = useWrite(operatorOffer.updateDataCenter, { notices: 'form' });
  const { errors } = form.formState;
  return (
    <CatalogForm
      form={form}
      label={t('operatorOffer:editCenter')}
      send={(values, dryRun) => update.mutateAsync({ datacenterId: id, ...values, version, dryRun })}
      group="operatorOffer"
      saved={t('operatorOffer:savedCenter')}
      {...dialog}
    >
      <p className="text-ui font-semibold text-text">
        <bdi>{name}</bdi>
      </p>
      <Controller
        control={form.control}
        name="state"
        render={({ field: { value, onChange } }) => (
          <Field label={t('operatorOffer:field.state')} group error={errors.state?.message}>
            <RadioCards
              value={value}
              onChange={onChange}
              min={400}
              cards={dataCenterStates.map((one) => ({
                value: one,
                label: t(`operatorOffer:state.${one}`),
                description: t(`operatorOffer:help.${one}`),
              }))}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="isDefault"
        render={({ field: { value, onChange } }) => (
          <Checkbox
            label={t('operatorOffer:field.isDefault')}
            help={t('operatorOffer:help.isDefault')}
            checked={value}
            onChange={({ target }) => onChange(target.checked)}
            error={errors.isDefault?.message}
          />
        )}
      />
    </CatalogForm>
  );
}
