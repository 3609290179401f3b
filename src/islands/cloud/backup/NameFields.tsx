import type { UseFormRegisterReturn } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

interface NameFieldsProps {
  name: UseFormRegisterReturn;
  description: UseFormRegisterReturn;
  errors: { name: string | undefined; description: string | undefined };
}

/** The fields of a new backup and of an existing one. */
export function NameFields({ name, description, errors }: NameFieldsProps) {
  const t = useT();
  return (
    <>
      <Field label={t('backup:name')} help={t('backup:nameHelp')} error={errors.name}>
        <TextInput {...name} ltr mono autoComplete="off" data-autofocus />
      </Field>
      <Field label={t('backup:description')} optional={t('common:optional')} error={errors.description}>
        <TextInput {...description} autoComplete="off" />
      </Field>
    </>
  );
}
