import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { type OperatorAnnouncement, operatorAnnouncement, type UpdateForm } from '../../../lib/contract/core/operatorAnnouncement.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { incidentStages } from '../../../lib/rules/core/status.ts';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { FormEnd } from '../shared/FormEnd.tsx';
import { LanguageFields } from '../shared/LanguageFields.tsx';
import { announcementTitle } from './announcementColumns.tsx';

const schema = async () => (await import('../../../lib/contract/core/operatorAnnouncement.ts')).UpdateForm;

interface UpdatePanelProps extends EditDialogForm {
  announcement: OperatorAnnouncement;
}

/** The notes of an announcement, and the next note. The stage “Resolved” ends it. */
export function UpdatePanel({ announcement, onDirty, onDone }: UpdatePanelProps) {
  const t = useT();
  const locale = currentLocale();
  const { id: announcementId, kind, stage, updates } = announcement;
  const form = useContractForm({
    schema,
    defaultValues: { stage, text: { en: '', fa: '', ar: '', es: '' } },
    check: 'submit',
  });
  const update = useWrite(operatorAnnouncement.update, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (values: z.output<typeof UpdateForm>) => {
    await update.mutateAsync({ announcementId, ...values });
    onDone();
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <div className="grid gap-5">
      <section aria-label={t('operatorAnnouncement:history')}>
        <h3 className="text-ui font-semibold text-text">
          <bdi>{announcementTitle(announcement)}</bdi>
        </h3>
        <ol className="mt-3 grid gap-3 border-s border-border ps-4">
          {updates.map((one) => (
            <li key={one.time + one.stage}>
              <p className="text-ui font-medium text-text">
                {t(`status:stage.${one.stage}`)}{' '}
                <time className="ms-1.5 text-caption font-normal text-text-3" dateTime={one.time}>
                  {formatDateTime(one.time, locale)}
                </time>
              </p>
              <p className="text-ui whitespace-pre-line text-text-2" dir="auto">
                {one.text[locale] ?? one.text.en}
              </p>
            </li>
          ))}
        </ol>
      </section>
      <form noValidate aria-label={t('operatorAnnouncement:update')} onSubmit={onSubmit} className="grid gap-[18px]">
        <Controller
          control={form.control}
          name="stage"
          render={({ field }) => (
            <Field group label={t('operatorAnnouncement:column.state')} error={errors.stage?.message}>
              <Segmented
                label={t('operatorAnnouncement:column.state')}
                value={field.value}
                onChange={field.onChange}
                segments={incidentStages[kind].map((value) => ({ value, label: t(`status:stage.${value}`) }))}
              />
            </Field>
          )}
        />
        <LanguageFields>
          {(language) => (
            <Field label={t('operatorAnnouncement:field.note')} error={errors.text?.[language]?.message}>
              <Textarea {...form.register(`text.${language}`)} rows={3} grow />
            </Field>
          )}
        </LanguageFields>
        <FormEnd message={message} faults={faults} busy={busy} onCancel={onDone}>
          {t('operatorAnnouncement:post')}
        </FormEnd>
      </form>
    </div>
  );
}
