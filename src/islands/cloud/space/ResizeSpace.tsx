import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type Space, space } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { SizeInput } from './SizeInput.tsx';
import { usageText } from './sizes.ts';

const loadSchema = async () => (await import('../../../lib/contract/cloud/space.ts')).SpaceSizeForm;

export function ResizeSpace({ item, ...callbacks }: EditDialogForm & { item: Space }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: { size: item.size } });
  const resize = useWrite(space.resize, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: item,
    valuesOf: ({ size }) => ({ size }),
    ...callbacks,
    save: ({ size }) => resize.mutateAsync({ spaceId: item.id, size }),
  });
  return (
    <RuleFormShell state={state} label={t('space:resizeTitle', { name: item.name })} saveLabel={t('common:save')} conflict={null}>
      <Field label={t('space:size')} help={`${t('space:usage')}: ${usageText(item)}`} error={form.formState.errors.size?.message}>
        <Controller control={form.control} name="size" render={({ field }) => <SizeInput {...field} />} />
      </Field>
    </RuleFormShell>
  );
}
