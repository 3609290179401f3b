import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';

interface PasswordFieldProps {
  label: string;
  registered: UseFormRegisterReturn;
  error: string | undefined;
  /** `new` tells password managers to offer one. */
  kind: 'current' | 'new';
  /** `lg` on the sign-in pages. */
  size?: 'md' | 'lg' | undefined;
  autoFocus?: boolean | undefined;
  end?: ReactNode;
  help?: ReactNode;
  children?: ReactNode;
}

export function PasswordField({ label, registered, error, kind, size = 'lg', autoFocus, end, help, children }: PasswordFieldProps) {
  const t = useT();
  return (
    <Field label={label} error={error} end={end} help={help}>
      <PasswordInput
        {...registered}
        size={size}
        autoComplete={`${kind}-password`}
        showLabel={t('auth:password.show')}
        hideLabel={t('auth:password.hide')}
        capsLock={t('auth:password.capsLock')}
        {...(autoFocus && { 'data-autofocus': true })}
      />
      {children}
    </Field>
  );
}
