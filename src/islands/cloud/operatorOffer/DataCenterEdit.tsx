import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type OperatorDataCenter, operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { CenterNames, noNames } from './CenterNames.tsx';
import { CenterState } from './CenterState.tsx';

const schema = async () => (await import('../../../lib/contract/cloud/operatorOffer.ts')).DataCenterForm;

/** The names of a data center, what can be created there, and whether it is the default. @param version of the list that it is from */
export function DataCenterEdit({ center, version, ...dialog }: EditDialogForm & { center: OperatorDataCenter; version: number }) {
  const t = useT();
  const { id, names, state, isDefault } = center;
  const form = useContractForm({ schema, defaultValues: { names: { ...noNames, ...names }, state, isDefault }, check: 'submit' });
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
      <CenterNames field={(locale) => form.register(`names.${locale}`)} errors={errors.names} />
      {isDefault ? (
        <p className="text-ui text-text-2">{t('operatorOffer:defaultLocked')}</p>
      ) : (
        <>
          <Controller
            control={form.control}
            name="state"
            render={({ field: { value, onChange } }) => <CenterState value={value} onChange={onChange} error={errors.state?.message} />}
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
        </>
      )}
    </CatalogForm>
  );
}
