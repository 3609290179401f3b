import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../lib/api/query.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { waf as calls, type Waf, type WafException } from '../../lib/contract/waf.ts';
import { useContractForm } from '../../lib/forms/useContractForm.ts';
import { useRuleForm } from '../../lib/forms/useRuleForm.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Field } from '../ui/Field.tsx';
import { RuleFormEnd } from '../ui/RuleFormEnd.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { ModuleChips } from './ModuleChips.tsx';
import { isolated, sayException } from './say.ts';
import { withPath } from './schema.ts';
import type { Found } from './WafScreen.tsx';

export interface ExceptionFormProps {
  domain: Domain;
  /** Null: a new one. */
  exception: WafException | null;
  found: Found | null;
  modules: Waf['modules'];
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

const valuesOf = (one: Partial<Pick<WafException, 'title' | 'path' | 'modules' | 'patterns' | 'argument'>> | null) => ({
  title: one?.title ?? '',
  path: one?.path ?? '',
  modules: one?.modules ?? [],
  patterns: one?.patterns ?? [],
  argument: one?.argument ?? '',
});

/** A false alarm: where the WAF shall not look, and for what. */
export function ExceptionForm({ domain, exception, found, modules, onDirty, onDone }: ExceptionFormProps) {
  const t = useT();
  const domainId = domain.id;
  const form = useContractForm({
    schema: async () => withPath((await import('../../lib/contract/waf-rule.ts')).WafExceptionForm, domain.name),
    defaultValues: valuesOf(exception ?? found),
  });
  const create = useWrite(calls.createException, { notices: 'form' });
  const update = useWrite(calls.updateException, { notices: 'form' });
  const { submit, seen, theirs, end } = useRuleForm(form, {
    begun: exception,
    valuesOf,
    onDirty,
    onDone,
    send: (checked, { deploy, seen: known }) =>
      known
        ? update.mutateAsync({ domainId, exceptionId: known.id, ...checked, deploy, version: known.version })
        : create.mutateAsync({ domainId, ...checked, deploy }),
  });
  const values = form.watch();
  const { errors } = form.formState;
  const wrongPattern = errors.patterns?.message ?? (Array.isArray(errors.patterns) ? errors.patterns.find(Boolean)?.message : undefined);
  return (
    <form
      noValidate
      aria-label={seen ? t('waf:exception.change') : t('waf:exception.create')}
      onSubmit={submit}
      className="grid gap-[18px]"
    >
      <Field label={t('waf:exception.title')} help={t('waf:exception.titleHint')} error={errors.title?.message}>
        <TextInput {...form.register('title')} autoComplete="off" data-autofocus />
      </Field>
      <Field
        label={t('waf:exception.path')}
        optional={t('common:optional')}
        help={t('waf:rule.pathHint', { domain: isolated(domain.name) })}
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
              help={t('waf:exception.patternsHint', { example: isolated('xss-tag') })}
              error={wrongPattern}
            >
              <PatternInput key={seen?.version ?? 0} value={field.value ?? []} onChange={field.onChange} onBlur={field.onBlur} />
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
      <RuleFormEnd
        {...end}
        conflict={
          theirs && [
            { label: t('waf:exception.title'), mine: values.title, theirs: theirs.title },
            { label: t('waf:exception.patterns'), mine: sayException(values, t), theirs: sayException(theirs, t) },
          ]
        }
      />
    </form>
  );
}

interface PatternInputProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur: () => void;
}

/** A list with commas. What is being typed stays as it is, so that a comma can be typed. */
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
