import { Controller } from 'react-hook-form';
import { useWrite } from '../../lib/api/query.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { type RateLimitForm, type RateLimitRule, rateLimit } from '../../lib/contract/rateLimit.ts';
import { useContractForm } from '../../lib/forms/useContractForm.ts';
import { useRuleForm } from '../../lib/forms/useRuleForm.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { timeOptions } from '../../lib/rules/edge/duration.ts';
import { challenges } from '../../lib/rules/edge/protection.ts';
import { DurationField } from '../ui/DurationField.tsx';
import { Field } from '../ui/Field.tsx';
import { NumberInput } from '../ui/NumberInput.tsx';
import { PriorityField } from '../ui/PriorityField.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { RuleFormEnd } from '../ui/RuleFormEnd.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { sentenceOf } from './RateLimitList.tsx';

const loadSchema = async () => (await import('../../lib/contract/rateLimit.ts')).RateLimitForm;

export interface RuleFormProps {
  domain: Domain;
  /** Null: a new one. */
  rule: RateLimitRule | null;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

const initial: RateLimitForm = {
  title: '',
  path: '',
  requestCount: 100,
  time: { value: 1, unit: 'm' },
  blockTime: { value: 10, unit: 'm' },
  action: 'block',
  challengeType: 'js',
};

const valuesOf = (rule: RateLimitRule): RateLimitForm => ({
  ...initial,
  ...rule,
  title: rule.title ?? '',
  path: rule.path ?? '',
  challengeType: rule.challengeType ?? 'js',
});

export function RuleForm({ domain, rule, onDirty, onDone }: RuleFormProps) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: rule ? valuesOf(rule) : initial });
  const create = useWrite(rateLimit.create, { notices: 'form' });
  const update = useWrite(rateLimit.update, { notices: 'form' });
  const { submit, seen, theirs, end } = useRuleForm(form, {
    begun: rule,
    valuesOf,
    onDirty,
    onDone,
    send(checked, { deploy, seen: known }) {
      const data = { ...checked, challengeType: checked.action === 'challenge' ? checked.challengeType : undefined, deploy };
      return known
        ? update.mutateAsync({ domainId: domain.id, ruleId: known.id, ...data, version: known.version })
        : create.mutateAsync({ domainId: domain.id, ...data });
    },
  });
  const values = form.watch();
  const { errors } = form.formState;
  const labelOf = (name: 'title' | 'path' | 'count' | 'time' | 'action' | 'challengeType') => t(`rateLimit:field.${name}`);
  const blockLabel = t(values.action === 'block' ? 'rateLimit:field.blockTime' : 'rateLimit:field.passTime');
  const isTold = values.requestCount && values.time.value && values.blockTime.value;
  return (
    <form noValidate aria-label={seen ? t('rateLimit:editTitle') : t('rateLimit:addTitle')} onSubmit={submit} className="grid gap-[18px]">
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field label={labelOf('title')} optional={t('common:optional')} help={t('rateLimit:field.titleHelp')} error={errors.title?.message}>
          <TextInput {...form.register('title')} autoComplete="off" data-autofocus />
        </Field>
        <Controller
          control={form.control}
          name="priority"
          render={({ field }) => (
            <PriorityField value={field.value} onChange={field.onChange} onBlur={field.onBlur} error={errors.priority?.message} />
          )}
        />
      </div>
      <Field label={labelOf('path')} optional={t('common:optional')} help={t('rateLimit:field.pathHelp')} error={errors.path?.message}>
        <TextInput {...form.register('path')} ltr mono autoComplete="off" placeholder="/login*" />
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field label={labelOf('count')} help={t('rateLimit:field.countHelp')} error={errors.requestCount?.message}>
          <Controller
            control={form.control}
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
        <Controller
          control={form.control}
          name="time"
          render={({ field }) => (
            <DurationField
              {...field}
              label={labelOf('time')}
              options={timeOptions}
              error={errors.time?.message ?? errors.time?.value?.message}
            />
          )}
        />
      </div>
      <Field label={labelOf('action')} group error={errors.action?.message}>
        <Controller
          control={form.control}
          name="action"
          render={({ field }) => (
            <RadioCards
              value={field.value}
              onChange={field.onChange}
              min={220}
              cards={(['block', 'challenge'] as const).map((action) => ({
                value: action,
                label: t(`rateLimit:action.${action}`),
                description: t(`rateLimit:action.${action}Help`),
              }))}
            />
          )}
        />
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        {values.action === 'challenge' && (
          <Field label={labelOf('challengeType')} error={errors.challengeType?.message}>
            <Controller
              control={form.control}
              name="challengeType"
              render={({ field }) => (
                <Select
                  value={field.value ?? null}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  label={labelOf('challengeType')}
                  closeLabel={t('common:close')}
                  options={challenges.map((type) => ({ value: type, label: t(`rateLimit:challenge.${type}`) }))}
                />
              )}
            />
          </Field>
        )}
        <Controller
          control={form.control}
          name="blockTime"
          render={({ field }) => (
            <DurationField
              {...field}
              label={blockLabel}
              options={timeOptions}
              error={errors.blockTime?.message ?? errors.blockTime?.value?.message}
            />
          )}
        />
      </div>
      {isTold && <p className="rounded-lg border border-border px-4 py-3 text-help text-text-2">{sentenceOf(t, values)}</p>}
      <RuleFormEnd
        {...end}
        conflict={
          theirs && [
            { label: labelOf('title'), mine: values.title ?? '', theirs: theirs.title ?? '' },
            { label: labelOf('path'), mine: values.path ?? '', theirs: theirs.path ?? '' },
            { label: t('rateLimit:title'), mine: sentenceOf(t, values), theirs: sentenceOf(t, theirs) },
          ]
        }
      />
    </form>
  );
}
