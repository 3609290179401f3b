import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { useT } from '../../lib/i18n/react.tsx';
import { CodeInput } from '../ui/CodeInput.tsx';
import { Field } from '../ui/Field.tsx';

interface CodeFieldProps<I extends FieldValues> {
  control: Control<I, unknown, never>;
  name: FieldPath<I>;
  onComplete?: () => void;
}

/** The six boxes of a code. */
export function CodeField<I extends FieldValues>({ control, name, onComplete }: CodeFieldProps<I>) {
  const t = useT();
  return (
    <Controller
      // A controller writes values and never submits, so what the form turns them into is of no interest to it.
      control={control as unknown as Control<I>}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={t('auth:field.code')} error={fieldState.error?.message} help={t('auth:code.help')}>
          {/* biome-ignore lint/a11y/noAutofocus: the step consists of this field, and the visitor has just asked for it */}
          <CodeInput {...field} value={String(field.value ?? '')} onComplete={onComplete} autoFocus />
        </Field>
      )}
    />
  );
}
