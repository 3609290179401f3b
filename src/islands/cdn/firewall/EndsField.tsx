import { useState } from 'react';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { iso } from '../../../lib/time.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TimeInput } from '../../ui/TimeInput.tsx';

/** Presets relative to now, in seconds. */
const offered = [3600, 86_400, 604_800, 2_592_000];

interface EndsFieldProps {
  /** ISO 8601; null: never. */
  value: string | null;
  onChange: (time: string | null) => void;
  error: string | undefined;
}

/** When a rule expires: never, after a preset time, or at a chosen time. */
export function EndsField({ value, onChange, error }: EndsFieldProps) {
  const t = useT();
  const locale = currentLocale();
  const [began] = useState(value);
  const [choice, setChoice] = useState(value ? 'keep' : 'never');
  const choose = (next: string) => {
    setChoice(next);
    if (next === 'never') onChange(null);
    else if (next === 'keep') onChange(began);
    else if (next !== 'own') onChange(iso(Date.now() + Number(next) * 1000));
  };
  const options = [
    { value: 'never', label: t('firewall:ends.never') },
    ...(began ? [{ value: 'keep', label: t('firewall:ends.keep', { time: formatDateTime(began, locale) }) }] : []),
    ...offered.map((seconds) => ({
      value: String(seconds),
      label: t('firewall:ends.in', { time: formatTtl(seconds, locale, 'long') }),
    })),
    { value: 'own', label: t('firewall:ends.own') },
  ];
  return (
    <>
      <Field label={t('firewall:ends.label')} help={t('firewall:ends.help')} error={choice === 'own' ? undefined : error}>
        <Select value={choice} onChange={choose} label={t('firewall:ends.label')} closeLabel={t('common:close')} options={options} />
      </Field>
      {choice === 'own' && (
        <Field label={t('firewall:ends.at')} error={error}>
          <TimeInput value={value} onChange={onChange} />
        </Field>
      )}
    </>
  );
}
