import { useEffect, useState } from 'react';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { navigate } from '../../../browser/navigate.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/spaceObject.ts')).FolderForm;

/** Opens a folder that is still empty. The store has none without files: it exists once a file is uploaded to it. */
export function NewFolder({ spaceId, prefix, onDirty, onDone }: EditDialogForm & { spaceId: string; prefix: string }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: { prefix, name: '' } });
  const [made, setMade] = useState<string | null>(null);
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: () => ({ prefix, name: '' }),
    onDirty,
    // The dialog closes once the guard for unsaved input has seen the reset.
    onDone: () => {},
    async save(values) {
      form.reset(values);
      setMade(`${prefix}${values.name}/`);
    },
  });
  const { isDirty, errors } = form.formState;
  useEffect(() => {
    if (made === null || isDirty) return;
    onDone();
    navigate.to(`${href('space', { id: spaceId })}?prefix=${encodeURIComponent(made)}`);
  }, [made, isDirty, spaceId, onDone]);
  return (
    <RuleFormShell state={state} label={t('space:newFolder.title')} saveLabel={t('space:newFolder.action')} conflict={null}>
      <Field label={t('space:newFolder.name')} help={t('space:newFolder.help')} error={errors.name?.message}>
        <TextInput {...form.register('name')} dir="auto" autoComplete="off" data-autofocus />
      </Field>
    </RuleFormShell>
  );
}
