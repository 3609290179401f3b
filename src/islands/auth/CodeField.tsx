import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { useT } from '../../lib/i18n/react.tsx';
import { CodeInput } from '../ui/CodeInput.tsx';
import { Field } from '../ui/Field.tsx';

interface CodeFieldProps<I extends FieldValues, O> {
  control: Control<I, unknown, O>;
  name: FieldPath<I>;
  onComplete?: () => void;
}

/** The six boxes of a code. */
export function CodeField<I extends FieldValues, O>({ control, name, onComplete }: CodeFieldProps<I, O>) {
  const t = useT();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={t('auth:field.code')} error={fieldState.error?.message} help={t('auth:code.help')}>
          <CodeInput {...field} value={String(field.value ?? '')} onComplete={onComplete} autoFocus />
        </Field>
      )}
    />
  );
}
