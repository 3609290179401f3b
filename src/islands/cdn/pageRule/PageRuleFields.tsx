import { Controller } from 'react-hook-form';
import type { PageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { latinDigits } from '../../../lib/format/digits.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { freeFrom, type PageRuleFormState } from './pageRuleForm.ts';

interface RuleFieldsProps {
  form: PageRuleFormState;
  domain: string;
  others: readonly PageRule[];
}

/** The general fields of a rule: path, title and priority. */
export function PageRuleFields({ form, domain, others }: RuleFieldsProps) {
  const t = useT();
  const { errors } = form.formState;
  const { path, priority, mode } = form.watch();
  const number = (value: number) => formatNumber(value, currentLocale());
  const holder = others.find((other) => other.priority === priority);
  const duplicate =
    holder &&
    priority !== undefined &&
    t('rules:error.duplicatePriority', { priority: number(priority), title: holder.title, free: number(freeFrom(others, priority + 1)) });
  const star = <code className="mono text-brand-text">*</code>;
  return (
    <Card>
      <div className="grid gap-x-3 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,200px)_96px]">
        <Field label={t('pageRule:field.path')} help={rich(t, 'pageRule:field.pathHint', { star })} error={errors.path?.message}>
          <div dir="ltr" className="[&_input]:text-start!">
            <TextInput
              {...form.register('path')}
              mono
              prefix={path === '' || path.startsWith('/') ? <bdi className="mono">{domain}</bdi> : undefined}
              className="gap-0"
              placeholder="/assets/*"
              autoComplete="off"
              data-autofocus
            />
          </div>
        </Field>
        <Field label={t('pageRule:field.title')} error={errors.title?.message}>
          <TextInput {...form.register('title')} autoComplete="off" placeholder={path} />
        </Field>
        <Controller
          control={form.control}
          name="priority"
          render={({ field }) => (
            <Field
              label={t('pageRule:field.priority')}
              error={duplicate ?? errors.priority?.message}
              live
              className={
                errors.title
                  ? undefined
                  : 'md:grid-cols-[96px] md:[&>.field-note]:w-max md:[&>.field-note]:max-w-[320px] md:[&>.field-note]:justify-self-end md:[&>.field-note]:self-end'
              }
            >
              <TextInput
                ltr
                inputMode="numeric"
                autoComplete="off"
                name={field.name}
                ref={field.ref}
                onBlur={field.onBlur}
                value={field.value || ''}
                onChange={(event) => {
                  const digits = latinDigits(event.target.value).trim();
                  // An empty field isn't a number; `undefined` would reset it to the initial value.
                  if (/^\d{0,6}$/.test(digits)) field.onChange(digits === '' ? Number.NaN : Number(digits));
                }}
              />
            </Field>
          )}
        />
        <Field
          className="md:col-span-1"
          label={t('pageRule:field.description')}
          optional={t('common:optional')}
          error={errors.description?.message}
        >
          <TextInput {...form.register('description')} autoComplete="off" />
        </Field>
        <Field group className="md:col-span-2" label={t('pageRule:mode.label')}>
          <Segmented
            block
            label={t('pageRule:mode.label')}
            value={mode}
            onChange={(next) => form.setValue('mode', next, { shouldDirty: true })}
            segments={[
              { value: 'apply', label: t('pageRule:mode.apply') },
              { value: 'bypass', label: t('pageRule:mode.bypass') },
            ]}
          />
        </Field>
      </div>
    </Card>
  );
}
