import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { NOTICE_DAYS } from '../../../lib/rules/core/priceNotice.ts';
import { Field } from '../../ui/Field.tsx';
import { TimeInput } from '../../ui/TimeInput.tsx';

interface PriceStartFieldProps {
  /** ISO 8601; null: at once. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur: () => void;
  /** Whether a price becomes higher, which needs a time. */
  isRise: boolean;
  error?: string | undefined;
}

/** From when prices of the catalogue are valid. */
export function PriceStartField({ value, onChange, onBlur, isRise, error }: PriceStartFieldProps) {
  const t = useT();
  return (
    <Field
      label={t('catalogue:field.validFrom')}
      optional={isRise ? undefined : t('common:optional')}
      help={t(isRise ? 'catalogue:help.riseDay' : 'catalogue:help.validFrom', { days: formatNumber(NOTICE_DAYS, currentLocale()) })}
      error={error}
    >
      <TimeInput step={3600} value={value} onChange={onChange} onBlur={onBlur} />
    </Field>
  );
}
