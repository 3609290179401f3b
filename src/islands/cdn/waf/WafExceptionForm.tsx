import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { waf as calls, type Waf, type WafException } from '../../../lib/contract/cdn/waf.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { describeException } from '../../../lib/rules/cdn/waf/formatWaf.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { ModuleChips } from './ModuleChips.tsx';
import type { FalsePositive } from './WafScreen.tsx';
import { withPathCheck } from './wafSchema.ts';

interface WafExceptionFormProps extends EditDialogForm {
  domain: Domain;
  /** Null: a new exception. */
  exception: WafException | null;
  /** Fills in a new exception. */
  falsePositive: FalsePositive | null;
  modules: Waf['modules'];
}

const toFormValues = (one: Partial<Pick<WafException, 'title' | 'path' | 'modules' | 'patterns' | 'argument'>> | null) => ({
  title: one?.title ?? '',
  path: one?.path ?? '',
  modules: one?.modules ?? [],
  patterns: one?.patterns ?? [],
  argument: one?.argument ?? '',
});

/** An exception for a false positive: the requests and the patterns that the WAF skips. */
export function WafExceptionForm({ domain, exception, falsePositive, modules, ...callbacks }: WafExceptionFormProps) {
  const t = useT();
  const domainId = domain.id;
  const form = useContractForm({
    schema: async () => withPathCheck((await import('../../../lib/contract/cdn/wafRule.ts')).WafExceptionForm, domain.name),
    defaultValues: toFormValues(exception ?? falsePositive),
  });
  const create = useWrite(calls.createException, { notices: 'form' });
  const update = useWrite(calls.updateException, { notices: 'form' });
  const { base, theirs, state } = useRuleForm(form, {
    initial: exception,
    valuesOf: toFormValues,
    ...callbacks,
    save: (checked, { deploy, base: known }) =>
      known
        ? update.mutateAsync({ domainId, exceptionId: known.id, ...checked, deploy, version: known.version })
        : create.mutateAsync({ domainId, ...checked, deploy }),
  });
  const values = form.watch();
  const { errors } = form.formState;
  const wrongPattern = errors.patterns?.message ?? (Array.isArray(errors.patterns) ? errors.patterns.find(Boolean)?.message : undefined);
  return (
    <RuleFormShell
      state={state}
      label={base ? t('waf:exception.change') : t('waf:exception.create')}
      conflict={
        theirs && [
          { label: t('waf:exception.title'), mine: values.title, theirs: theirs.title },
          {
            label: t('waf:exception.patterns'),
            mine: describeException(values, t, currentLocale()),
            theirs: describeException(theirs, t, currentLocale()),
          },
        ]
      }
    >
      <Field label={t('waf:exception.title')} help={t('waf:exception.titleHint')} error={errors.title?.message}>
        <TextInput {...form.register('title')} autoComplete="off" data-autofocus />
      </Field>
      <Field
        label={t('waf:exception.path')}
        optional={t('common:optional')}
        help={t('waf:rule.pathHint', { domain: domain.name })}
        error={errors.path?.message}
      >
        <TextInput {...form.register('path')} mono autoComplete="off" placeholder="/editor/*" />
      </Field>
      <Field label={t('waf:exception.modules')} optional={t('common:optional')} help={t('waf:exception.modulesHint')} group>
        <Controller
          control={form.control}
          name="modules"
          render={({ field }) => <ModuleChips value={field.value ?? []} onChange={field.onChange} choices={modules.map(({ id }) => id)} />}
        />
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Controller
          control={form.control}
          name="patterns"
          render={({ field }) => (
            <Field
              label={t('waf:exception.patterns')}
              optional={t('common:optional')}
              help={t('waf:exception.patternsHint', { example: 'xss-tag' })}
              error={wrongPattern}
            >
              <PatternInput key={base?.version ?? 0} value={field.value ?? []} onChange={field.onChange} onBlur={field.onBlur} />
            </Field>
          )}
        />
        <Field
          label={t('waf:exception.argument')}
          optional={t('common:optional')}
          help={t('waf:exception.argumentHint')}
          error={errors.argument?.message}
        >
          <TextInput {...form.register('argument')} mono autoComplete="off" placeholder="comment" />
        </Field>
      </div>
    </RuleFormShell>
  );
}

interface PatternInputProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur: () => void;
}

/** A comma-separated list. The raw input is retained, so that a comma can be typed. */
function PatternInput({ value, onChange, onBlur }: PatternInputProps) {
  const [text, setText] = useState(() => value.join(', '));
  return (
    <TextInput
      mono
      autoComplete="off"
      placeholder="xss-tag"
      value={text}
      onBlur={onBlur}
      onChange={(event) => {
        setText(event.target.value);
        onChange(event.target.value.split(/[,\s]+/).filter(Boolean));
      }}
    />
  );
}
