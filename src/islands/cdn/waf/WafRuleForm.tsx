import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { waf as calls, type WafRule } from '../../../lib/contract/cdn/waf.ts';
import type { WafRuleForm as Values } from '../../../lib/contract/cdn/wafRule.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { describeRule } from '../../../lib/rules/cdn/waf/formatWaf.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { useHas } from '../shared/engines.ts';
import { ImpactPreview } from '../shared/impact/ImpactPreview.tsx';
import { CardsField, ChallengeField } from '../shared/rules/fields.tsx';
import { PriorityField } from '../shared/rules/PriorityField.tsx';
import { ModuleChips, ruleModules } from './ModuleChips.tsx';
import { WafConditions } from './WafConditions.tsx';
import { withPathCheck } from './wafSchema.ts';

interface WafRuleFormProps extends EditDialogForm {
  domain: Domain;
  /** Null: a new rule. */
  rule: WafRule | null;
}

const defaults: Values = {
  title: '',
  modules: ['custom'],
  path: '',
  conditions: [],
  action: 'block',
  challengeType: 'js',
  description: '',
};
const toFormValues = (rule: WafRule): Values => ({
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

/** A custom rule: the requests that it matches and the action that it takes. */
export function WafRuleForm({ domain, rule, ...callbacks }: WafRuleFormProps) {
  const t = useT();
  const domainId = domain.id;
  const hasFilter = useHas('l34');
  const form = useContractForm({
    schema: async () => withPathCheck((await import('../../../lib/contract/cdn/wafRule.ts')).WafRuleForm, domain.name),
    defaultValues: rule ? toFormValues(rule) : defaults,
  });
  const create = useWrite(calls.createRule, { notices: 'form' });
  const update = useWrite(calls.updateRule, { notices: 'form' });
  const { base, theirs, state } = useRuleForm(form, {
    initial: rule,
    valuesOf: toFormValues,
    ...callbacks,
    save(checked, { deploy, base: known }) {
      const data = { ...checked, challengeType: checked.action === 'challenge' ? checked.challengeType : undefined, deploy };
      return known
        ? update.mutateAsync({ domainId, ruleId: known.id, ...data, version: known.version })
        : create.mutateAsync({ domainId, ...data });
    },
  });
  const values = form.watch();
  const { errors } = form.formState;
  const blocksAll =
    (values.action === 'block' || values.action === 'challenge') &&
    values.modules.includes('custom') &&
    !values.path &&
    !values.conditions?.length;
  return (
    <RuleFormShell
      state={state}
      label={base ? t('waf:rule.change') : t('waf:rule.create')}
      conflict={
        theirs && [
          { label: t('waf:rule.title'), mine: values.title, theirs: theirs.title },
          { label: t('waf:rule.action'), mine: t(`waf:action.${values.action}`), theirs: t(`waf:action.${theirs.action}`) },
          {
            label: t('waf:rule.conditions'),
            mine: describeRule(values, t, currentLocale()),
            theirs: describeRule(theirs, t, currentLocale()),
          },
        ]
      }
    >
      <div className="grid gap-[18px] sm:grid-cols-[minmax(0,1fr)_180px]">
        <Field label={t('waf:rule.title')} help={t('waf:rule.titleHint')} error={errors.title?.message}>
          <TextInput {...form.register('title')} autoComplete="off" data-autofocus />
        </Field>
        <PriorityField control={form.control} />
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
        help={t('waf:rule.pathHint', { domain: domain.name })}
        error={errors.path?.message}
      >
        <TextInput {...form.register('path')} mono autoComplete="off" placeholder="/admin/*" />
      </Field>
      <WafConditions form={form} />
      <CardsField
        control={form.control}
        name="action"
        label={t('waf:rule.action')}
        min={300}
        cards={actions.map((action) => ({
          value: action,
          label: t(`waf:action.${action}`),
          description: t(`waf:actionText.${action}`),
        }))}
      />
      {values.action === 'challenge' && (
        <ChallengeField
          control={form.control}
          name="challengeType"
          label={t('waf:rule.challenge')}
          labelOf={(type) => t(`waf:challenge.${type}`)}
          without={hasFilter === false ? 'l34' : undefined}
        />
      )}
      <Field
        label={t('waf:rule.description')}
        optional={t('common:optional')}
        help={t('waf:rule.descriptionHint')}
        error={errors.description?.message}
      >
        <TextInput {...form.register('description')} autoComplete="off" />
      </Field>
      {blocksAll ? (
        <Banner tone="warning" live>
          {t('waf:rule.blocksAll')}
        </Banner>
      ) : (
        <p className="rounded-lg border border-border px-4 py-3 text-help text-text-2 [overflow-wrap:anywhere]">
          <b className="font-semibold">{t(`waf:action.${values.action}`)}:</b> {describeRule(values, t, currentLocale())}
        </p>
      )}
      <ImpactPreview domain={domain} list="waf" ruleId={base?.id} form={form} />
    </RuleFormShell>
  );
}
