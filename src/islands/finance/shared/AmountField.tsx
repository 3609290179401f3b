import type { ReactNode } from 'react';
import { brand } from '../../../config/brand.ts';
import { localeFacts } from '../../../lib/i18n/locales.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';

/** Mills in one unit of the currency. */
export const UNIT = brand.currency.divisor * 10 ** brand.currency.minorDigits;

/** The name of the currency in the language of the panel: "US dollar". */
export const currencyName = (): string =>
  new Intl.DisplayNames(localeFacts[currentLocale()].intl, { type: 'currency' }).of(brand.currency.code) ?? brand.currency.code;

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
        decreaseLabel={t('budget:less', { label })}
        increaseLabel={t('budget:more', { label })}
      />
    </Field>
  );
}
