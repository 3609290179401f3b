import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useT } from '../../../../lib/i18n/react.tsx';
import { Field } from '../../../ui/Field.tsx';
import { NumberInput } from '../../../ui/NumberInput.tsx';

/** The priority of a rule; empty adds it at the end of the list. Needs the texts of `rules`. */
export function PriorityField<I extends FieldValues & { priority?: number | undefined }, O>({
  control,
}: {
  control: Control<I, unknown, O>;
}) {
  const t = useT();
  const { field, fieldState } = useController({ control, name: 'priority' as FieldPath<I> }); // the constraint on I has this field
  const label = t('rules:priority');
  return (
    <Field label={label} optional={t('common:optional')} help={t('rules:priorityHint')} error={fieldState.error?.message}>
      <NumberInput
        value={field.value ?? null}
        onChange={(next) => field.onChange(next ?? undefined)}
        onBlur={field.onBlur}
        min={1}
        decreaseLabel={t('rules:less', { label })}
        increaseLabel={t('rules:more', { label })}
      />
    </Field>
  );
}
