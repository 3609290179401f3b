import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import type { Source } from './sources.ts';

/** Selects the source of a backup; hidden if there is only one. */
export function SourceField({
  sources,
  value,
  onChange,
}: {
  sources: readonly Source[];
  value: Source;
  onChange: (source: Source) => void;
}) {
  const t = useT();
  return (
    <Field label={t('backup:source')}>
      <Select
        value={value.id}
        onChange={(id) => onChange(sources.find((source) => source.id === id) ?? value)}
        label={t('backup:source')}
        placeholder={t('backup:chooseSource')}
        closeLabel={t('common:close')}
        disabled={sources.length < 2}
        options={sources.map(({ id, label }) => ({ value: id, label }))}
      />
    </Field>
  );
}
