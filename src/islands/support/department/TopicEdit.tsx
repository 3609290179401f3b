import { useEffect } from 'react';
import type { z } from 'zod';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import type { TopicForm } from '../../../lib/contract/support/operatorDepartment.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { departmentLimits } from '../../../lib/rules/support/departments.ts';
import { FormEnd } from '../../core/shared/FormEnd.tsx';
import { LanguageFields } from '../../core/shared/LanguageFields.tsx';
import { RefusalBanner } from '../../core/shared/RefusalBanner.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/support/operatorDepartment.ts')).TopicForm;
const noTexts = { en: '', fa: '', ar: '', es: '' };

export type Topic = z.output<typeof TopicForm>;
interface TopicEditProps extends EditDialogForm {
  /** The accessible name of the form. */
  label: string;
  /** Null: a new one. */
  topic: Topic | null;
  send: (topic: Topic) => Promise<unknown>;
}

/** The names of a department or a service, and whether new tickets can choose it. */
export function TopicEdit({ label, topic, send, onDirty, onDone }: TopicEditProps) {
  const t = useT();
  const defaultValues = { id: topic?.id ?? '', title: { ...noTexts, ...topic?.title }, isRetired: topic?.isRetired ?? false };
  const form = useContractForm({ schema, defaultValues, check: 'submit' });
  const { onSubmit, message, error, faults, busy } = useFormSubmit(form, async (values: Topic) => {
    await send(values);
    onDirty(false);
    onDone();
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <form noValidate aria-label={label} onSubmit={onSubmit} className="grid gap-[18px]">
      {topic === null && (
        <Field label={t('operatorDepartment:field.id')} help={t('operatorDepartment:help.id')} error={errors.id?.message}>
          <TextInput {...form.register('id')} ltr autoComplete="off" spellCheck={false} />
        </Field>
      )}
      <LanguageFields>
        {(locale) => (
          <Field label={t('operatorDepartment:field.title')} error={errors.title?.[locale]?.message}>
            <TextInput {...form.register(`title.${locale}`)} maxLength={departmentLimits.title} autoComplete="off" />
          </Field>
        )}
      </LanguageFields>
      <Checkbox
        {...form.register('isRetired')}
        label={t('operatorDepartment:field.isRetired')}
        help={t('operatorDepartment:help.isRetired')}
        error={errors.isRetired?.message}
      />
      <RefusalBanner error={error} message={message} group="operatorDepartment" onDirty={onDirty} onDone={onDone} />
      <FormEnd message={null} faults={faults} busy={busy} onCancel={onDone}>
        {t('common:save')}
      </FormEnd>
    </form>
  );
}
