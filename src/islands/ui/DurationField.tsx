import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { Field } from './Field.tsx';
import { NumberInput } from './NumberInput.tsx';
import { Select } from './Select.tsx';

type Unit = 's' | 'm' | 'h' | 'd' | 'M';
export interface DurationFieldProps {
  label: string;
  /** The numbers available for each unit: `timeOptions`, or a subset. */
  options: Partial<Record<Unit, readonly number[]>>;
  value: { value: number | null; unit: Unit };
  onChange: (value: { value: number | null; unit: Unit }) => void;
  onBlur?: (() => void) | undefined;
  help?: ReactNode;
  error?: ReactNode;
  disabled?: boolean | undefined;
}

/** A duration from the choices of docs/product.md, Rules: a number and its unit. Needs the texts of `rules`. */
export function DurationField({ label, options, value, onChange, onBlur, help, error, disabled }: DurationFieldProps) {
  const t = useT();
  const choices = options[value.unit] ?? [];
  const units = Object.keys(options) as Unit[]; // the keys of `options`
  const unit = t('rules:unitLabel');
  const closeLabel = t('common:close');
  return (
    <Field label={label} help={help} error={error} group disabled={disabled}>
      <div className="flex gap-2">
        {value.unit === 's' ? (
          <Select
            label={label}
            closeLabel={closeLabel}
            value={value.value}
            onChange={(seconds) => onChange({ value: seconds, unit: 's' })}
            onBlur={onBlur}
            options={choices.map((seconds) => ({ value: seconds, label: formatNumber(seconds, currentLocale()) }))}
            className="w-[132px]"
          />
        ) : (
          <div className="w-[132px]">
            <NumberInput
              aria-label={label}
              value={value.value}
              onChange={(number) => onChange({ value: number, unit: value.unit })}
              onBlur={onBlur}
              min={choices[0]}
              max={choices.at(-1)}
              decreaseLabel={t('rules:less', { label })}
              increaseLabel={t('rules:more', { label })}
            />
          </div>
        )}
        <Select
          label={unit}
          closeLabel={closeLabel}
          value={value.unit}
          onChange={(next) => onChange({ value: nearest(options[next] ?? [], value.value), unit: next })}
          options={units.map((code) => ({ value: code, label: t(`rules:unit.${code}`) }))}
          className="w-[132px]"
        />
      </div>
    </Field>
  );
}

/** Keeps the chosen number if the other unit has it. */
const nearest = (options: readonly number[], value: number | null): number | null =>
  value === null ? null : (options.findLast((option) => option <= value) ?? options[0] ?? null);
