import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import type { Entry } from './entries.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/spaceObject.ts')).RenameForm;

export function RenameObject({ spaceId, item, ...callbacks }: EditDialogForm & { spaceId: string; item: Entry }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: { to: item.key } });
  const rename = useWrite(spaceObject.rename, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: item,
    valuesOf: ({ key }) => ({ to: key }),
    ...callbacks,
    save: ({ to }) => rename.mutateAsync({ spaceId, key: item.key, to }),
  });
  return (
    <RuleFormShell state={state} label={t('space:object.renameTitle')} saveLabel={t('common:save')} conflict={null}>
      <Field label={t('space:object.name')} help={t('space:object.renameHelp')} error={form.formState.errors.to?.message}>
        <TextInput {...form.register('to')} dir="auto" autoComplete="off" data-autofocus />
      </Field>
    </RuleFormShell>
  );
}
