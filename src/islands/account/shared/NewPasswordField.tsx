import type { UseFormRegisterReturn } from 'react-hook-form';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLocale, useT } from '../../../lib/i18n/react.tsx';
import { cx } from '../../ui/cx.ts';
import { PasswordField } from './PasswordField.tsx';

/** The lengths at which the bars fill; the first is the minimum of the contract. */
const steps = [8, 12, 16] as const;

/** A new password with its strength, measured by length, which matters most. */
export function NewPasswordField({
  label,
  registered,
  error,
  value = '',
  size,
}: {
  label: string;
  registered: UseFormRegisterReturn;
  error: string | undefined;
  value: string | undefined;
  size?: 'md' | 'lg';
}) {
  const t = useT();
  const length = [...value].length;
  const level = steps.filter((step) => length >= step).length;
  const missing = steps[0] - length;
  const locale = useLocale();
  const help =
    length === 0
      ? t('auth:password.help')
      : level === 0
        ? t('auth:password.missing', { count: missing, n: formatNumber(missing, locale) })
        : t(level === 1 ? 'auth:password.fair' : level === 2 ? 'auth:password.good' : 'auth:password.strong');
  return (
    <PasswordField label={label} registered={registered} error={error} kind="new" size={size} help={help}>
      <div className="mt-2 grid grid-cols-3 gap-1" aria-hidden>
        {steps.map((step, index) => (
          <span
            key={step}
            className={cx(
              'h-1 rounded-full forced-color-adjust-none',
              index < level ? (level === 1 ? 'bg-warning' : 'bg-success') : 'bg-sel',
            )}
          />
        ))}
      </div>
    </PasswordField>
  );
}
