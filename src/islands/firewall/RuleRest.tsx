import { Controller, type UseFormReturn } from 'react-hook-form';
import type { FirewallRuleForm } from '../../lib/contract/firewall.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { modes } from '../../lib/rules/firewall/value.ts';
import { Field } from '../ui/Field.tsx';
import { PriorityField } from '../ui/PriorityField.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { EndsField } from './EndsField.tsx';

/** The part of a rule's form that is the same whomever the rule is about. */
export type RestForm = UseFormReturn<Pick<FirewallRuleForm, 'mode' | 'description' | 'expiresAt' | 'priority'>>;

/** What happens, why, until when and in which place. `version` changes when the form takes up what was saved elsewhere. */
export function RuleRest({ form, version }: { form: RestForm; version: number }) {
  const t = useT();
  const { errors } = form.formState;
  return (
    <>
      <Field label={t('firewall:mode.label')} group error={errors.mode?.message}>
        <Controller
          control={form.control}
          name="mode"
          render={({ field }) => (
            <RadioCards
              value={field.value}
              onChange={field.onChange}
              min={220}
              cards={modes.toReversed().map((mode) => ({
                value: mode,
                label: t(`firewall:mode.${mode}`),
                description: t(`firewall:mode.${mode}Help`),
              }))}
            />
          )}
        />
      </Field>
      <Field label={t('firewall:note')} optional={t('common:optional')} error={errors.description?.message}>
        <TextInput {...form.register('description')} autoComplete="off" placeholder={t('firewall:notePlaceholder')} />
      </Field>
      <div className="grid items-start gap-[18px] sm:grid-cols-2">
        <Controller
          control={form.control}
          name="expiresAt"
          render={({ field }) => (
            <EndsField key={version} value={field.value ?? null} onChange={field.onChange} error={errors.expiresAt?.message} />
          )}
        />
        <Controller
          control={form.control}
          name="priority"
          render={({ field }) => (
            <PriorityField value={field.value} onChange={field.onChange} onBlur={field.onBlur} error={errors.priority?.message} />
          )}
        />
      </div>
    </>
  );
}
