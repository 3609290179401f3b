import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { type Snapshot, snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';

const loadSchema = async () => (await import('../../../lib/contract/cloud/snapshot.ts')).SnapshotForm;

interface SnapshotFormProps extends EditDialogForm {
  /** Null: a new one. */
  item: Snapshot | null;
  /** Servers to take a snapshot of; with several there is a field. */
  servers: readonly Server[];
}

/** Takes a snapshot, or renames one. */
export function SnapshotForm({ item, servers, ...callbacks }: SnapshotFormProps) {
  const t = useT();
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { serverId: item?.serverId ?? servers[0]?.id ?? '', name: item?.name ?? '' },
  });
  const create = useWrite(snapshot.create, { notices: 'form' });
  const edit = useWrite(snapshot.edit, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: item,
    valuesOf: ({ serverId, name }) => ({ serverId, name }),
    ...callbacks,
    save: (values, { base }) => (base ? edit.mutateAsync({ snapshotId: base.id, name: values.name }) : create.mutateAsync(values)),
  });
  const { errors } = form.formState;
  return (
    <RuleFormShell
      state={state}
      label={item ? t('snapshot:renameTitle') : t('snapshot:take')}
      saveLabel={item ? t('snapshot:save') : t('snapshot:take')}
      conflict={null}
    >
      <Field label={t('snapshot:name')} help={t('snapshot:nameHelp')} error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" dir="ltr" data-autofocus />
      </Field>
      {!item && servers.length > 1 && (
        <Field label={t('snapshot:server')} error={errors.serverId?.message}>
          <Select
            label={t('snapshot:server')}
            closeLabel={t('common:close')}
            value={form.watch('serverId')}
            onChange={(serverId) => form.setValue('serverId', serverId, { shouldDirty: true })}
            options={servers.map((server) => ({
              value: server.id,
              label: server.name,
              ltr: true,
              ...(disabledReason(server, 'snapshot') !== undefined && { description: disabledReason(server, 'snapshot') }),
            }))}
          />
        </Field>
      )}
    </RuleFormShell>
  );
}
