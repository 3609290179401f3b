import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { operatorAnnouncement, type AnnouncementForm as Schema } from '../../../lib/contract/core/operatorAnnouncement.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { announcementKinds, components, impacts } from '../../../lib/rules/core/status.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { TimeInput } from '../../ui/TimeInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { FormEnd } from '../shared/FormEnd.tsx';
import { LanguageFields } from '../shared/LanguageFields.tsx';

const schema = async () => (await import('../../../lib/contract/core/operatorAnnouncement.ts')).AnnouncementForm;

const empty = { en: '', fa: '', ar: '', es: '' };
const defaults: z.input<typeof Schema> = {
  kind: 'incident',
  impact: 'degraded',
  components: [],
  title: empty,
  text: empty,
  startsAt: null,
  endsAt: null,
};

/** Posts an incident, planned maintenance or news. */
export function AnnouncementForm({ onDirty, onDone }: EditDialogForm) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: defaults, check: 'submit' });
  const create = useWrite(operatorAnnouncement.create, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (values: z.output<typeof Schema>) => {
    await create.mutateAsync(values);
    onDone();
  });
  const { control } = form;
  const { errors, isDirty } = form.formState;
  const kind = form.watch('kind');
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <form noValidate aria-label={t('operatorAnnouncement:add')} onSubmit={onSubmit} className="grid gap-[18px]">
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <Field group label={t('operatorAnnouncement:column.kind')}>
            <RadioCards
              value={field.value}
              onChange={field.onChange}
              min={180}
              cards={announcementKinds.map((value) => ({
                value,
                label: t(`operatorAnnouncement:kind.${value}`),
                description: t(`operatorAnnouncement:kindHelp.${value}`),
              }))}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="impact"
        render={({ field }) => (
          <Field group label={t('operatorAnnouncement:field.impact')}>
            <Segmented
              label={t('operatorAnnouncement:field.impact')}
              value={field.value}
              onChange={field.onChange}
              segments={impacts.map((value) => ({
                value,
                label: value === 'none' ? t('operatorAnnouncement:impactNone') : t(`status:state.${value}`),
              }))}
            />
          </Field>
        )}
      />
      {kind !== 'news' && (
        <Controller
          control={control}
          name="components"
          render={({ field }) => (
            <Field group label={t('operatorAnnouncement:column.components')} error={errors.components?.message}>
              <div className="grid gap-2 sm:grid-cols-2">
                {components.map((name) => (
                  <Checkbox
                    key={name}
                    label={t(`status:component.${name}`)}
                    checked={field.value.includes(name)}
                    onChange={({ target }) =>
                      field.onChange(components.filter((one) => (one === name ? target.checked : field.value.includes(one))))
                    }
                  />
                ))}
              </div>
            </Field>
          )}
        />
      )}
      {kind !== 'incident' && (
        <div className="grid gap-[18px] sm:grid-cols-2">
          {(['startsAt', 'endsAt'] as const).map((name) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field }) => (
                <Field
                  label={t(`operatorAnnouncement:field.${name}`)}
                  optional={name === 'startsAt' || kind === 'news' ? t('common:optional') : undefined}
                  help={t(`operatorAnnouncement:field.${name}Help`)}
                  error={errors[name]?.message}
                >
                  <TimeInput value={field.value ?? null} onChange={field.onChange} onBlur={field.onBlur} />
                </Field>
              )}
            />
          ))}
        </div>
      )}
      <LanguageFields>
        {(locale) => (
          <>
            <Field label={t('operatorAnnouncement:field.title')} error={errors.title?.[locale]?.message}>
              <TextInput {...form.register(`title.${locale}`)} autoComplete="off" />
            </Field>
            <Field label={t('operatorAnnouncement:field.text')} error={errors.text?.[locale]?.message}>
              <Textarea {...form.register(`text.${locale}`)} rows={3} grow />
            </Field>
          </>
        )}
      </LanguageFields>
      <FormEnd message={message} faults={faults} busy={busy} onCancel={onDone}>
        {t('operatorAnnouncement:post')}
      </FormEnd>
    </form>
  );
}
