import { type Control, Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type RateLimitForm, type RateLimitRule, rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { timeOptions } from '../../../lib/rules/cdn/edge/duration.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { DurationField } from '../../ui/DurationField.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { ImpactPreview } from '../shared/impact/ImpactPreview.tsx';
import { CardsField, ChallengeField } from '../shared/rules/fields.tsx';
import { PriorityField } from '../shared/rules/PriorityField.tsx';
import { describeRule } from './RateLimitSummary.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cdn/rateLimit.ts')).RateLimitForm;

interface RateLimitRuleFormProps extends EditDialogForm {
  domain: Domain;
  /** Null: a new rule. */
  rule: RateLimitRule | null;
}

const defaults: RateLimitForm = {
  title: '',
  path: '',
  requestCount: 100,
  time: { value: 1, unit: 'm' },
  blockTime: { value: 10, unit: 'm' },
  action: 'block',
  challengeType: 'js',
};

const toFormValues = (rule: RateLimitRule): RateLimitForm => ({
  ...defaults,
  ...rule,
  title: rule.title ?? '',
  path: rule.path ?? '',
  challengeType: rule.challengeType ?? 'js',
});

export function RateLimitRuleForm({ domain, rule, ...callbacks }: RateLimitRuleFormProps) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: rule ? toFormValues(rule) : defaults });
  const create = useWrite(rateLimit.create, { notices: 'form' });
  const update = useWrite(rateLimit.update, { notices: 'form' });
  const { base, theirs, state } = useRuleForm(form, {
    initial: rule,
    valuesOf: toFormValues,
    ...callbacks,
    save(checked, { deploy, base: known }) {
      const data = { ...checked, challengeType: checked.action === 'challenge' ? checked.challengeType : undefined, deploy };
      return known
        ? update.mutateAsync({ domainId: domain.id, ruleId: known.id, ...data, version: known.version })
        : create.mutateAsync({ domainId: domain.id, ...data });
    },
  });
  const { control } = form;
  const values = form.watch();
  const { errors } = form.formState;
  const labelOf = (name: 'title' | 'path' | 'count' | 'time' | 'action' | 'challengeType') => t(`rateLimit:field.${name}`);
  const isComplete = values.requestCount && values.time.value && values.blockTime.value;
  return (
    <RuleFormShell
      state={state}
      label={base ? t('rateLimit:editTitle') : t('rateLimit:addTitle')}
      conflict={
        theirs && [
          { label: labelOf('title'), mine: values.title ?? '', theirs: theirs.title ?? '' },
          { label: labelOf('path'), mine: values.path ?? '', theirs: theirs.path ?? '' },
          { label: t('rateLimit:title'), mine: describeRule(t, values), theirs: describeRule(t, theirs) },
        ]
      }
    >
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field label={labelOf('title')} optional={t('common:optional')} help={t('rateLimit:field.titleHelp')} error={errors.title?.message}>
          <TextInput {...form.register('title')} autoComplete="off" data-autofocus />
        </Field>
        <PriorityField control={control} />
      </div>
      <Field label={labelOf('path')} optional={t('common:optional')} help={t('rateLimit:field.pathHelp')} error={errors.path?.message}>
        <TextInput {...form.register('path')} ltr mono autoComplete="off" placeholder="/login*" />
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field label={labelOf('count')} help={t('rateLimit:field.countHelp')} error={errors.requestCount?.message}>
          <Controller
            control={control}
            name="requestCount"
            render={({ field }) => (
              <NumberInput
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                min={1}
                decreaseLabel={t('rules:less', { label: labelOf('count') })}
                increaseLabel={t('rules:more', { label: labelOf('count') })}
              />
            )}
          />
        </Field>
        <TimeField control={control} name="time" label={labelOf('time')} error={errors.time?.message ?? errors.time?.value?.message} />
      </div>
      <CardsField
        control={control}
        name="action"
        label={labelOf('action')}
        min={220}
        cards={(['block', 'challenge'] as const).map((action) => ({
          value: action,
          label: t(`rateLimit:action.${action}`),
          description: t(`rateLimit:action.${action}Help`),
        }))}
      />
      <div className="grid gap-[18px] sm:grid-cols-2">
        {values.action === 'challenge' && (
          <ChallengeField
            control={control}
            name="challengeType"
            label={labelOf('challengeType')}
            labelOf={(type) => t(`rateLimit:challenge.${type}`)}
          />
        )}
        <TimeField
          control={control}
          name="blockTime"
          label={t(values.action === 'block' ? 'rateLimit:field.blockTime' : 'rateLimit:field.passTime')}
          error={errors.blockTime?.message ?? errors.blockTime?.value?.message}
        />
      </div>
      {isComplete && <p className="rounded-lg border border-border px-4 py-3 text-help text-text-2">{describeRule(t, values)}</p>}
      <ImpactPreview domain={domain} list="rateLimit" ruleId={base?.id} form={form} />
    </RuleFormShell>
  );
}

interface TimeFieldProps {
  control: Control<RateLimitForm>;
  name: 'time' | 'blockTime';
  label: string;
  error: string | undefined;
}

const TimeField = ({ control, name, label, error }: TimeFieldProps) => (
  <Controller
    control={control}
    name={name}
    render={({ field }) => <DurationField {...field} label={label} options={timeOptions} error={error} />}
  />
);
