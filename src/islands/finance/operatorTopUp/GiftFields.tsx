import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

interface LimitFieldsProps<I extends FieldValues, O> {
  control: Control<I, unknown, O>;
  names: { maxUses: FieldPath<I>; expiresAt: FieldPath<I> };
  errors: { maxUses?: { message?: string | undefined } | undefined; expiresAt?: { message?: string | undefined } | undefined };
}

/** What ends a code: a number of uses and a time. */
export function LimitFields<I extends FieldValues, O>({ control, names, errors }: LimitFieldsProps<I, O>) {
  const t = useT();
  return (
    <div className="grid gap-[18px] sm:grid-cols-2">
      <Controller
        control={control}
        name={names.maxUses}
        render={({ field }) => (
          <Field
            label={t('operatorTopUp:field.maxUses')}
            optional={t('common:optional')}
            help={t('operatorTopUp:field.maxUsesHelp')}
            error={errors.maxUses?.message}
          >
            <NumberInput
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              min={1}
              decreaseLabel={t('operatorTopUp:less')}
              increaseLabel={t('operatorTopUp:more')}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name={names.expiresAt}
        render={({ field }) => (
          <Field
            label={t('operatorTopUp:field.expiresAt')}
            optional={t('common:optional')}
            help={t('operatorTopUp:field.expiresAtHelp')}
            error={errors.expiresAt?.message}
          >
            <TextInput
              type="datetime-local"
              value={field.value ? localTime(field.value) : ''}
              onChange={({ target }) => field.onChange(target.value ? new Date(target.value).toISOString() : null)}
              onBlur={field.onBlur}
            />
          </Field>
        )}
      />
    </div>
  );
}

/** A moment as `<input type=datetime-local>` takes it, in the time zone of the operator. */
function localTime(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
