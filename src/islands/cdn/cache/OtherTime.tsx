import { type FormEvent, useState } from 'react';
import { useFaultFocus } from '../../../browser/forms/useFaultFocus.ts';
import type { CacheForm } from '../../../lib/contract/cdn/cache.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { timeOptions, timeUnits } from '../../../lib/rules/cdn/edge/duration.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';
import { Button } from '../../ui/Button.tsx';
import { DurationField, type DurationFieldProps } from '../../ui/DurationField.tsx';

type Time = NonNullable<CacheForm['ttl']>;

interface OtherTimeProps {
  label: string;
  start: Time | null;
  /** Seconds, and so is `longest`. */
  least: number;
  longest: number;
  onSave: (time: Time) => Promise<void>;
  onCancel: () => void;
}

/** The offered times within the limits. */
function optionsFrom(least: number, longest: number): DurationFieldProps['options'] {
  const fits = (unit: Time['unit']) =>
    timeOptions[unit].filter((value) => durationSeconds({ value, unit }) >= least && durationSeconds({ value, unit }) <= longest);
  return Object.fromEntries(timeUnits.map((unit) => [unit, fits(unit)] as const).filter(([, values]) => values.length > 0));
}

export default function OtherTime({ label, start, least, longest, onSave, onCancel }: OtherTimeProps) {
  const t = useT();
  const locale = currentLocale();
  const [time, setTime] = useState<DurationFieldProps['value']>(start ?? { value: 2, unit: 'h' });
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const showFault = useFaultFocus();
  const options = optionsFrom(least, longest);
  const { value, unit } = time;
  const chosen = value !== null && options[unit]?.includes(value) ? { value, unit } : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!chosen) return showFault(event.currentTarget);
    if (busy) return;
    setBusy(true);
    await onSave(chosen).finally(() => setBusy(false));
  };
  return (
    <form noValidate onSubmit={submit} className="mt-2 flex flex-wrap items-end gap-2">
      <DurationField
        label={label}
        options={options}
        value={time}
        onChange={setTime}
        error={
          tried && !chosen
            ? t('cache:time.out', { min: formatTtl(least, locale, 'long'), max: formatTtl(longest, locale, 'long') })
            : undefined
        }
      />
      <Button kind="primary" type="submit" busy={busy}>
        {t('cache:time.save')}
      </Button>
      <Button kind="ghost" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
    </form>
  );
}
