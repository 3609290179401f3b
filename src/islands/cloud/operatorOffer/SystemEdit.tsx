import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type OperatorSystem, operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogForm } from '../../core/shared/CatalogForm.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/cloud/operatorOffer.ts')).SystemForm;

/** Whether an operating system can be installed. @param version of the list that it is from */
export function SystemEdit({ system, version, ...dialog }: EditDialogForm & { system: OperatorSystem; version: number }) {
  const t = useT();
  const { id, name, offered } = system;
  const form = useContractForm({ schema, defaultValues: { offered }, check: 'submit' });
  const update = useWrite(operatorOffer.updateSystem, { notices: 'form' });
  return (
    <CatalogForm
      form={form}
      label={t('operatorOffer:editSystem')}
      send={(values, dryRun) => update.mutateAsync({ osId: id, ...values, version, dryRun })}
      group="operatorOffer"
      saved={t('operatorOffer:savedSystem')}
      {...dialog}
    >
      <p className="text-ui font-semibold text-text">
        <bdi>{name}</bdi>
      </p>
      <Controller
        control={form.control}
        name="offered"
        render={({ field: { value, onChange } }) => (
          <Checkbox
            label={t('operatorOffer:field.offered')}
            help={t('operatorOffer:help.offered')}
            checked={value}
            onChange={({ target }) => onChange(target.checked)}
            error={form.formState.errors.offered?.message}
          />
        )}
      />
    </CatalogForm>
  );
}
