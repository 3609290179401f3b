import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Duration } from '../../../lib/rules/cdn/edge/protection.ts';
import { formatDuration } from '../../../lib/rules/cdn/pageRule/formatSetting.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';

interface TimeControlProps {
  label: string;
  value: Duration;
  /** Presets; any other current value is offered too. */
  times: readonly Duration[];
  onChange: (time: Duration) => void;
  /** Adds a last option for any other time. */
  onOther?: () => void;
}
const durationKey = ({ value, unit }: Duration) => `${value}${unit}`;

export function TimeControl({ label, value, times, onChange, onOther }: TimeControlProps) {
  const t = useT();
  const known = times.some((time) => durationKey(time) === durationKey(value)) ? times : [...times, value];
  return (
    <Field label={label} hideLabel>
      <Select
        className="w-[148px]"
        label={label}
        closeLabel={t('common:close')}
        value={durationKey(value)}
        onChange={(key) => {
          const time = known.find((one) => durationKey(one) === key);
          if (time) onChange(time);
          else onOther?.();
        }}
        options={[
          ...known.map((time) => ({ value: durationKey(time), label: formatDuration(time, currentLocale()) })),
          ...(onOther ? [{ value: 'other', label: t('pageRule:otherTime') }] : []),
        ]}
      />
    </Field>
  );
}
