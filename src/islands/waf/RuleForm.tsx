import { Controller } from 'react-hook-form';
import { useWrite } from '../../lib/api/query.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { waf as calls, type WafRule } from '../../lib/contract/waf.ts';
import type { WafRuleForm } from '../../lib/contract/waf-rule.ts';
import { useContractForm } from '../../lib/forms/useContractForm.ts';
import { useRuleForm } from '../../lib/forms/useRuleForm.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { challenges } from '../../lib/rules/edge/protection.ts';
import { Banner } from '../ui/Banner.tsx';
import { Field } from '../ui/Field.tsx';
import { PriorityField } from '../ui/PriorityField.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { RuleFormEnd } from '../ui/RuleFormEnd.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { Conditions } from './Conditions.tsx';
import { ModuleChips, ruleModules } from './ModuleChips.tsx';
import { isolated, sayRule } from './say.ts';
import { withPath } from './schema.ts';

export interface RuleFormProps {
  domain: Domain;
  /** Null: a new one. */
  rule: WafRule | null;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

const initial: WafRuleForm = {
  title: '',
  modules: ['custom'],
  path: '',
  conditions: [],
  action: 'block',
  challengeType: 'js',
  description: '',
};
const valuesOf = (rule: WafRule): WafRuleForm => ({
  title: rule.title,
  modules: rule.modules,
  path: rule.path ?? '',
  conditions: rule.conditions ?? [],
  action: rule.action,
  challengeType: rule.challengeType ?? 'js',
  description: rule.description ?? '',
  priority: rule.priority,
});
const actions = ['block', 'challenge', 'log', 'allow'] as const;

/** A rule of the customer's own: where and when it fits, and what happens then. */
export function RuleForm({ domain, rule, onDirty, onDone }: RuleFormProps) {
  const t = useT();
  const domainId = domain.id;
  const form = useContractForm({
    schema: async () => withPath((await import('../../lib/contract/waf-rule.ts')).WafRuleForm, domain.name),
    defaultValues: rule ? valuesOf(rule) : initial,
  });
  const create = useWrite(calls.createRule, { notices: 'form' });
  const update = useWrite(calls.updateRule, { notices: 'form' });
  const { submit, seen, theirs, end } = useRuleForm(form, {
    begun: rule,
    valuesOf,
    onDirty,
    onDone,
    send(checked, { deploy, seen: known }) {
      const data = { ...checked, challengeType: checked.action === 'challenge' ? checked.challengeType : undefined, deploy };
      return known
        ? update.mutateAsync({ domainId, ruleId: known.id, ...data, version: known.version })
        : create.mutateAsync({ domainId, ...data });
    },
  });
  const values = form.watch();
  const { errors } = form.formState;
  const stopsAll =
    (values.action === 'block' || values.action === 'challenge') &&
    values.modules.includes('custom') &&
    !values.path &&
    !values.conditions?.length;
  return (
    <form noValidate aria-label={seen ? t('waf:rule.change') : t('waf:rule.create')} onSubmit={submit} className="grid gap-[18px]">
      <div className="grid gap-[18px] sm:grid-cols-[minmax(0,1fr)_180px]">
        <Field label={t('waf:rule.title')} help={t('waf:rule.titleHint')} error={errors.title?.message}>
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
      <Field label={t('waf:rule.modules')} help={t('waf:rule.modulesHint')} error={errors.modules?.message} group>
        <Controller
          control={form.control}
          name="modules"
          render={({ field }) => <ModuleChips value={field.value} onChange={field.onChange} choices={ruleModules} />}
        />
      </Field>
      <Field
        label={t('waf:rule.path')}
        optional={t('common:optional')}
        help={t('waf:rule.pathHint', { domain: isolated(domain.name) })}
        error={errors.path?.message}
      >
        <TextInput {...form.register('path')} mono autoComplete="off" placeholder="/admin/*" />
      </Field>
      <Conditions form={form} />
      <Field label={t('waf:rule.action')} error={errors.action?.message} group>
        <Controller
          control={form.control}
          name="action"
          render={({ field }) => (
            <RadioCards
              value={field.value}
              onChange={field.onChange}
              min={300}
              cards={actions.map((action) => ({
                value: action,
                label: t(`waf:action.${action}`),
                description: t(`waf:actionText.${action}`),
              }))}
            />
          )}
        />
      </Field>
      {values.action === 'challenge' && (
        <Field label={t('waf:rule.challenge')} error={errors.challengeType?.message}>
          <Controller
            control={form.control}
            name="challengeType"
            render={({ field }) => (
              <Select
                value={field.value ?? null}
                onChange={field.onChange}
                onBlur={field.onBlur}
                label={t('waf:rule.challenge')}
                closeLabel={t('common:close')}
                options={challenges.map((type) => ({ value: type, label: t(`waf:challenge.${type}`) }))}
                className="max-w-60"
              />
            )}
          />
        </Field>
      )}
      <Field
        label={t('waf:rule.description')}
        optional={t('common:optional')}
        help={t('waf:rule.descriptionHint')}
        error={errors.description?.message}
      >
        <TextInput {...form.register('description')} autoComplete="off" />
      </Field>
      {stopsAll ? (
        <Banner tone="warning" live>
          {t('waf:rule.blocksAll')}
        </Banner>
      ) : (
        <p className="rounded-lg border border-border px-4 py-3 text-help text-text-2 [overflow-wrap:anywhere]">
          <b className="font-semibold">{t(`waf:action.${values.action}`)}:</b> {sayRule(values, t)}
        </p>
      )}
      <RuleFormEnd
        {...end}
        conflict={
          theirs && [
            { label: t('waf:rule.title'), mine: values.title, theirs: theirs.title },
            { label: t('waf:rule.action'), mine: t(`waf:action.${values.action}`), theirs: t(`waf:action.${theirs.action}`) },
            { label: t('waf:rule.conditions'), mine: sayRule(values, t), theirs: sayRule(theirs, t) },
          ]
        }
      />
    </form>
  );
}
