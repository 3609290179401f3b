import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { LanguageFields } from '../../core/shared/LanguageFields.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

export const noNames = { en: '', fa: '', ar: '', es: '' };

interface CenterNamesProps {
  field: (locale: Locale) => UseFormRegisterReturn;
  errors: FieldErrors<Record<Locale, string>> | undefined;
}

/** The name of a data center in each language. */
export function CenterNames({ field, errors }: CenterNamesProps) {
  const t = useT();
  return (
    <LanguageFields>
      {(locale) => (
        <Field label={t('operatorOffer:field.name')} error={errors?.[locale]?.message}>
          <TextInput {...field(locale)} maxLength={60} autoComplete="off" />
        </Field>
      )}
    </LanguageFields>
  );
}
