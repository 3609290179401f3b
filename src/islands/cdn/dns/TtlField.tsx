import { Controller } from 'react-hook-form';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { offeredTtls } from './dnsForm.ts';
import type { RecordForm } from './PartField.tsx';

/** The TTL: automatic, a preset, or a number of seconds. */
export function TtlField({ form }: { form: RecordForm }) {
  const t = useT();
  const locale = currentLocale();
  const options = [
    { value: 'auto', label: t('dns:ttl.auto') },
    ...offeredTtls.map((seconds) => ({ value: String(seconds), label: formatTtl(seconds, locale) })),
    { value: 'custom', label: t('dns:ttl.custom') },
  ];
  return (
    <>
      <Field label={t('dns:field.ttl')} className="basis-32 grow-0 max-sm:grow">
        <Controller
          control={form.control}
          name="ttl"
          render={({ field }) => (
            <Select
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              label={t('dns:field.ttl')}
              closeLabel={t('common:close')}
              options={options}
            />
          )}
        />
      </Field>
      {form.watch('ttl') === 'custom' && (
        <Field label={t('dns:ttl.seconds')} error={form.formState.errors.seconds?.message} className="basis-32 grow-0 max-sm:grow">
          <TextInput {...form.register('seconds')} ltr inputMode="numeric" autoComplete="off" placeholder="600" />
        </Field>
      )}
    </>
  );
}
