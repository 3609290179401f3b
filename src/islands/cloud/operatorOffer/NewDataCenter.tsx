import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type NewDataCenterForm, operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { CenterNames, noNames } from './CenterNames.tsx';
import { CenterState } from './CenterState.tsx';

const schema = async () => (await import('../../../lib/contract/cloud/operatorOffer.ts')).NewDataCenterForm;

/** The code and the names of a new data center, and whether something can be created there. @param version of the list */
export function NewDataCenter({ version, ...dialog }: EditDialogForm & { version: number }) {
  const t = useT();
  const form = useContractForm({
    schema,
    defaultValues: { code: '', names: noNames, state: 'closed' as z.input<typeof NewDataCenterForm>['state'] },
    check: 'submit',
  });
  const create = useWrite(operatorOffer.createDataCenter, { notices: 'form' });
  const { errors } = form.formState;
  return (
    <CatalogForm
      form={form}
      label={t('operatorOffer:addCenter')}
      send={(values, dryRun) => create.mutateAsync({ ...values, version, dryRun })}
      group="operatorOffer"
      saved={t('operatorOffer:addedCenter')}
      {...dialog}
    >
      <Field label={t('operatorOffer:field.code')} help={t('operatorOffer:help.code')} error={errors.code?.message}>
        <TextInput {...form.register('code')} ltr autoComplete="off" spellCheck={false} maxLength={20} />
      </Field>
      <CenterNames field={(locale) => form.register(`names.${locale}`)} errors={errors.names} />
      <Controller
        control={form.control}
        name="state"
        render={({ field: { value, onChange } }) => <CenterState value={value} onChange={onChange} error={errors.state?.message} />}
      />
    </CatalogForm>
  );
}
