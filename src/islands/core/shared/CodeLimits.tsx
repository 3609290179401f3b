import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { TimeInput } from '../../ui/TimeInput.tsx';

interface CodeLimitsProps<I extends FieldValues, O> {
  control: Control<I, unknown, O>;
  names: { maxUses: FieldPath<I>; expiresAt: FieldPath<I> };
  errors: { maxUses?: { message?: string | undefined } | undefined; expiresAt?: { message?: string | undefined } | undefined };
}

/** What ends a code: a number of uses and a time. */
export function CodeLimits<I extends FieldValues, O>({ control, names, errors }: CodeLimitsProps<I, O>) {
  const t = useT();
  return (
    <div className="grid gap-[18px] sm:grid-cols-2">
      <Controller
        control={control}
        name={names.maxUses}
        render={({ field }) => (
          <Field
            label={t('catalogue:code.field.maxUses')}
            optional={t('common:optional')}
            help={t('catalogue:code.field.maxUsesHelp')}
            error={errors.maxUses?.message}
          >
            <NumberInput
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              min={1}
              decreaseLabel={t('catalogue:less', { label: t('catalogue:code.field.maxUses') })}
              increaseLabel={t('catalogue:more', { label: t('catalogue:code.field.maxUses') })}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name={names.expiresAt}
        render={({ field }) => (
          <Field
            label={t('catalogue:code.field.expiresAt')}
            optional={t('common:optional')}
            help={t('catalogue:code.field.expiresAtHelp')}
            error={errors.expiresAt?.message}
          >
            <TimeInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
          </Field>
        )}
      />
    </div>
  );
}
