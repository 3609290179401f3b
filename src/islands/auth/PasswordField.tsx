import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useT } from '../../lib/i18n/react.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';

interface PasswordFieldProps {
  label: string;
  registered: UseFormRegisterReturn;
  error: string | undefined;
  /** `new` tells password managers to offer one. */
  kind: 'current' | 'new';
  end?: ReactNode;
  help?: ReactNode;
  children?: ReactNode;
}

export function PasswordField({ label, registered, error, kind, end, help, children }: PasswordFieldProps) {
  const t = useT();
  return (
    <Field label={label} error={error} end={end} help={help}>
      <PasswordInput
        {...registered}
        size="lg"
        autoComplete={`${kind}-password`}
        showLabel={t('auth:password.show')}
        hideLabel={t('auth:password.hide')}
        capsLock={t('auth:password.capsLock')}
      />
      {children}
    </Field>
  );
}
