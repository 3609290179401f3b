import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useT } from '../../../../lib/i18n/react.tsx';
import { challenges } from '../../../../lib/rules/cdn/edge/protection.ts';
import { Field } from '../../../ui/Field.tsx';
import { RadioCards, type RadioCardsProps } from '../../../ui/RadioCards.tsx';
import { Select } from '../../../ui/Select.tsx';

interface ControlledProps<I extends FieldValues, O> {
  control: Control<I, unknown, O>;
  name: FieldPath<I>;
  label: string;
}

/** Radio cards as a form field. */
export function CardsField<I extends FieldValues, O, V extends string>({
  control,
  name,
  label,
  ...cards
}: ControlledProps<I, O> & Pick<RadioCardsProps<V>, 'cards' | 'min'>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} group error={fieldState.error?.message}>
      <RadioCards value={field.value as V} onChange={field.onChange} {...cards} /> {/* the schema of the form limits it to the cards */}
    </Field>
  );
}

/** The challenge type as a form field. */
export function ChallengeField<I extends FieldValues, O>({
  control,
  name,
  label,
  labelOf,
  without,
}: ControlledProps<I, O> & {
  labelOf: (type: (typeof challenges)[number]) => string;
  /** Has no effect in this installation, so it is only offered where it is selected already. */
  without?: (typeof challenges)[number] | undefined;
}) {
  const t = useT();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} error={fieldState.error?.message}>
      <Select
        value={field.value ?? null}
        onChange={field.onChange}
        onBlur={field.onBlur}
        label={label}
        closeLabel={t('common:close')}
        options={challenges
          .filter((type) => type !== without || type === field.value)
          .map((type) => ({ value: type, label: labelOf(type) }))}
        className="max-w-60"
      />
    </Field>
  );
}
