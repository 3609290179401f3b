import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type SshKey, sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/sshKey.ts')).SshKeyNameForm;

export function RenameKey({ item, ...callbacks }: EditDialogForm & { item: SshKey }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: { name: item.name } });
  const edit = useWrite(sshKey.edit, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: item,
    valuesOf: ({ name }) => ({ name }),
    ...callbacks,
    save: ({ name }) => edit.mutateAsync({ sshKeyId: item.id, name }),
  });
  return (
    <RuleFormShell state={state} label={t('sshKey:renameTitle')} saveLabel={t('common:save')} conflict={null}>
      <Field label={t('sshKey:name')} error={form.formState.errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" data-autofocus />
      </Field>
    </RuleFormShell>
  );
}
