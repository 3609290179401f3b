import type { ReactNode } from 'react';
import { UNIT } from '../../lib/format/money.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Field } from './Field.tsx';
import { NumberInput } from './NumberInput.tsx';

interface AmountFieldProps {
  label: string;
  /** Mills; null or undefined: empty. */
  value: number | null | undefined;
  onChange: (mills: number | null) => void;
  onBlur?: () => void;
  error?: string | undefined;
  help?: ReactNode;
  hideLabel?: boolean;
}

/** An amount of money: entered in currency units, stored in mills. */
export function AmountField({ label, value, onChange, onBlur, error, help, hideLabel }: AmountFieldProps) {
  const t = useT();
  return (
    <Field label={label} error={error} help={help} hideLabel={hideLabel}>
      <NumberInput
        value={value == null ? null : value / UNIT}
        onChange={(units) => onChange(units === null ? null : Math.round(units * UNIT))}
        onBlur={onBlur}
        min={0}
        step={10}
        decreaseLabel={t('common:decrease', { label })}
        increaseLabel={t('common:increase', { label })}
      />
    </Field>
  );
}
