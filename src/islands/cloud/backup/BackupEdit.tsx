import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type Backup, backup } from '../../../lib/contract/cloud/backup.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { NameFields } from './NameFields.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/backup.ts')).BackupEditForm;
const valuesOf = ({ name, description }: Backup) => ({ name, description });

/** Renames a backup, or changes its description. */
export function BackupEdit({ item, ...callbacks }: EditDialogForm & { item: Backup }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: valuesOf(item) });
  const edit = useWrite(backup.edit, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: item,
    valuesOf,
    ...callbacks,
    save: (values) => edit.mutateAsync({ backupId: item.id, ...values }),
  });
  const { errors } = form.formState;
  return (
    <RuleFormShell state={state} label={t('backup:editTitle')} saveLabel={t('common:save')} conflict={null}>
      <NameFields
        name={form.register('name')}
        description={form.register('description')}
        errors={{ name: errors.name?.message, description: errors.description?.message }}
      />
    </RuleFormShell>
  );
}
