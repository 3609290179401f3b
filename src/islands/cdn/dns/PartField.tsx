import type { KeyboardEvent } from 'react';
import { Controller, get, type UseFormReturn } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import type { FieldSpec } from '../../../lib/rules/cdn/dns/fields.ts';
import type { CheckedRecord } from '../../../lib/rules/cdn/dns/record.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { RecordValues } from './dnsForm.ts';

export type RecordForm = UseFormReturn<RecordValues, unknown, CheckedRecord>;

const widths: Record<FieldSpec['kind'], string> = {
  number: 'basis-24 grow-0 max-sm:grow',
  choice: 'basis-40 grow-0 max-sm:grow',
  host: 'basis-60 grow',
  ipv4: 'basis-60 grow',
  ipv6: 'basis-60 grow',
  text: 'basis-52 grow',
  hex: 'basis-80 grow',
  url: 'basis-80 grow',
  textarea: 'basis-80 grow',
};

/** One field of a record's data, as its type defines it. */
export function PartField({ form, spec }: { form: RecordForm; spec: FieldSpec }) {
  const t = useT();
  const name = `parts.${spec.name}` as const;
  const error = get(form.formState.errors, name) as { message?: string } | undefined; // errors mirror the values
  const label = t(spec.labelKey);
  return (
    <Field
      label={label}
      // A hint below such a narrow field would wrap on every word; the form shows it below.
      help={spec.hintKey && spec.kind !== 'number' && t(spec.hintKey)}
      error={error?.message}
      optional={spec.optional && t('common:optional')}
      className={`min-w-0 ${widths[spec.kind]}`}
    >
      {spec.kind === 'choice' ? (
        <Controller
          control={form.control}
          name={name}
          render={({ field }) => (
            <Select
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              label={label}
              closeLabel={t('common:close')}
              options={(spec.options ?? []).map((option) => ({ ...option, ltr: true }))}
            />
          )}
        />
      ) : spec.kind === 'textarea' ? (
        <Textarea {...form.register(name)} mono grow rows={1} placeholder={spec.example} onKeyDown={submitOnEnter} />
      ) : (
        <TextInput
          {...form.register(name)}
          mono={spec.kind !== 'number'}
          ltr
          placeholder={spec.example}
          autoComplete="off"
          {...(spec.kind === 'number' && { inputMode: 'numeric' })}
        />
      )}
    </Field>
  );
}

/** Record text has no line breaks, so Enter saves here as in every other field. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
