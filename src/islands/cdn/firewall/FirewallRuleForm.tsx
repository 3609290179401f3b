import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type FirewallRule, firewall, type FirewallRuleForm as Values } from '../../../lib/contract/cdn/firewall.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { formatField, labelOfField, ruleFields } from '../../../lib/rules/cdn/firewall/formatRule.ts';
import { kinds } from '../../../lib/rules/cdn/firewall/value.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { confirmSelfBlock } from '../shared/confirmSelfBlock.ts';
import { useNoPlaces } from '../shared/engines.ts';
import { ImpactPreview } from '../shared/impact/ImpactPreview.tsx';
import { FirewallRuleFields } from './FirewallRuleFields.tsx';
import { previewSelfBlock } from './previewSelfBlock.ts';
import type { FirewallData } from './useFirewall.ts';
import { ValueField } from './ValueField.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cdn/firewall.ts')).FirewallRuleForm;

export interface FirewallRuleFormProps extends EditDialogForm {
  domain: Domain;
  data: FirewallData;
  /** Null: a new rule. */
  rule: FirewallRule | null;
  /** The initial values of a new rule. */
  preset?: Partial<Values> | undefined;
  /** Pasted addresses, which count as an unsaved change. */
  pasted?: string;
  /** Several addresses were pasted into the field for one; `values` is the form so far. */
  onPasteList: (text: string, values: Values) => void;
}

const defaults: Values = { kind: 'ip', value: '', mode: 'deny', description: '', expiresAt: null };

const toFormValues = (rule: FirewallRule): Values => ({
  kind: rule.kind,
  value: rule.value,
  mode: rule.mode,
  description: rule.description ?? '',
  priority: rule.priority,
  expiresAt: rule.expiresAt ?? null,
});

/** Adds or edits a rule. Warns while typing when the rule would block the customer's own address. */
export function FirewallRuleForm({ domain, data, rule, preset, pasted, onPasteList, ...callbacks }: FirewallRuleFormProps) {
  const t = useT();
  const noPlaces = useNoPlaces();
  const form = useContractForm({ schema: loadSchema, defaultValues: rule ? toFormValues(rule) : { ...defaults, ...preset } });
  const { setValue } = form;
  useEffect(() => {
    if (pasted) setValue('value', pasted, { shouldDirty: true });
  }, [setValue, pasted]);
  const create = useWrite(firewall.create, { notices: 'form' });
  const update = useWrite(firewall.update, { notices: 'form' });
  const { base, theirs, state } = useRuleForm(form, {
    initial: rule,
    valuesOf: toFormValues,
    ...callbacks,
    save: (checked, { deploy, base: known }) =>
      confirmSelfBlock<unknown>((confirmed) =>
        known
          ? update.mutateAsync({ domainId: domain.id, ruleId: known.id, ...checked, deploy, version: known.version, ...confirmed })
          : create.mutateAsync({ domainId: domain.id, ...checked, deploy, ...confirmed }),
      ),
  });
  const values = form.watch();
  const { errors } = form.formState;
  const warning = previewSelfBlock(data, values, base?.id, Date.now());
  return (
    <RuleFormShell
      state={state}
      label={base ? t('firewall:editTitle') : t('firewall:addTitle')}
      conflict={
        theirs &&
        ruleFields.map((field) => ({
          label: labelOfField(t, field),
          mine: formatField(t, values, field, data.groups, currentLocale()),
          theirs: formatField(t, theirs, field, data.groups, currentLocale()),
        }))
      }
    >
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <Segmented
            block
            label={t('firewall:kind.label')}
            value={field.value}
            onChange={(kind) => {
              if (kind === field.value) return;
              field.onChange(kind);
              form.setValue('value', '');
              form.clearErrors('value');
            }}
            segments={kinds.map((kind) => ({
              value: kind,
              label: t(`firewall:kind.${kind}`),
              disabled: noPlaces && (kind === 'country' || kind === 'asn') && kind !== field.value,
            }))}
          />
        )}
      />
      {/* Why two types can’t be selected; their own field explains it too. */}
      {noPlaces && values.kind !== 'country' && values.kind !== 'asn' && <p className="text-help text-text-2">{t('rules:noPlaces')}</p>}
      <ValueField
        kind={values.kind}
        control={form.control}
        register={form.register}
        groups={data.groups}
        error={errors.value?.message}
        onPasteList={rule ? undefined : (text) => onPasteList(text, form.getValues())}
      />
      <FirewallRuleFields control={form.control} register={form.register} errors={errors} version={base?.version ?? 0} />
      {warning && (
        <Banner tone={warning === 'would' ? 'warning' : 'neutral'} live>
          {t(`firewall:self.${warning}`, { ip: data.you.ip })}
        </Banner>
      )}
      <ImpactPreview domain={domain} list="firewall" ruleId={base?.id} form={form} />
    </RuleFormShell>
  );
}
