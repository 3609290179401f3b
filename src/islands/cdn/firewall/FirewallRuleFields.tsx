import { type Control, Controller, type FieldErrors, type FieldPath, type UseFormRegister } from 'react-hook-form';
import type { FirewallRuleForm } from '../../../lib/contract/cdn/firewall.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { modes } from '../../../lib/rules/cdn/firewall/value.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { CardsField } from '../shared/rules/fields.tsx';
import { PriorityField } from '../shared/rules/PriorityField.tsx';
import { EndsField } from './EndsField.tsx';

type CommonFields = Pick<FirewallRuleForm, 'mode' | 'description' | 'expiresAt' | 'priority'>;

interface FirewallRuleFieldsProps<I extends CommonFields, O> {
  control: Control<I, unknown, O>;
  register: UseFormRegister<I>;
  errors: FieldErrors<CommonFields>;
  /** Changes when the form is reset to a version that was saved elsewhere. */
  version: number;
}

/** The fields that a rule for one address and a rule for several share: action, note, expiry and priority. */
export function FirewallRuleFields<I extends CommonFields, O>({ control, register, errors, version }: FirewallRuleFieldsProps<I, O>) {
  const t = useT();
  const field = (name: keyof CommonFields) => name as FieldPath<I>; // the constraint on I has these fields
  return (
    <>
      <CardsField
        control={control}
        name={field('mode')}
        label={t('firewall:mode.label')}
        min={220}
        cards={modes.toReversed().map((mode) => ({
          value: mode,
          label: t(`firewall:mode.${mode}`),
          description: t(`firewall:mode.${mode}Help`),
        }))}
      />
      <Field label={t('firewall:note')} optional={t('common:optional')} error={errors.description?.message}>
        <TextInput {...register(field('description'))} autoComplete="off" placeholder={t('firewall:notePlaceholder')} />
      </Field>
      <div className="grid items-start gap-[18px] sm:grid-cols-2">
        <Controller
          control={control}
          name={field('expiresAt')}
          render={({ field: { value, onChange } }) => (
            <EndsField
              key={version}
              value={(value as FirewallRuleForm['expiresAt']) ?? null} // the value of `expiresAt`
              onChange={onChange}
              error={errors.expiresAt?.message}
            />
          )}
        />
        <PriorityField control={control} />
      </div>
    </>
  );
}
