import { Controller, type FieldPath, type FieldPathValue, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { Field } from '../../ui/Field.tsx';

interface CodeFieldProps<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  name: FieldPath<I>;
  /** The hint; by default for an emailed code. */
  help?: string;
  onComplete?: () => void;
}

/** The six boxes of a code. The error is cleared by the first digit of the next code: an incomplete code isn't an error. */
export function CodeField<I extends FieldValues, O>({ form, name, help, onComplete }: CodeFieldProps<I, O>) {
  const t = useT();
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={t('auth:field.code')} error={fieldState.error?.message} help={help ?? t('auth:code.help')} live>
          <CodeInput
            {...field}
            value={String(field.value ?? '')}
            onChange={(code) => {
              form.clearErrors(name);
              form.setValue(name, code as FieldPathValue<I, FieldPath<I>>); // a code is text in every form
            }}
            onComplete={onComplete}
            autoFocus
          />
        </Field>
      )}
    />
  );
}
