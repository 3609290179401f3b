import { brand } from '../../../config/brand.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';

/** Mills in one unit of the currency. */
const UNIT = brand.currency.divisor * 10 ** brand.currency.minorDigits;

interface PriceFieldProps {
  /** The currency is added to it. */
  label: string;
  /** In `scale`-ths of a mill: 1 for mills, 1,000,000 for rates. Null: empty. */
  value: number | null;
  onChange: (value: number) => void;
  onBlur: () => void;
  error?: string | undefined;
  help?: string;
  scale?: number;
  step?: number;
}

/** A price of the catalogue, in currency units. An empty field is 0, which the form refuses. */
export function PriceField({ label, value, onChange, onBlur, error, help, scale = 1, step = 1 }: PriceFieldProps) {
  const t = useT();
  return (
    <Field label={`${label} (${brand.currency.code})`} error={error} help={help}>
      <NumberInput
        value={value === null || value === 0 ? null : value / scale / UNIT}
        onChange={(units) => onChange(Math.round((units ?? 0) * UNIT * scale))}
        onBlur={onBlur}
        min={0}
        step={step}
        decreaseLabel={t('catalogue:less', { label })}
        increaseLabel={t('catalogue:more', { label })}
      />
    </Field>
  );
}
