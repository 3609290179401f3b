import { Controller } from 'react-hook-form';
import { useWrite } from '../../lib/api/query.ts';
import { unlessBlocked } from '../../lib/api/selfBlock.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { type FirewallRule, type FirewallRuleForm, firewall } from '../../lib/contract/firewall.ts';
import { useContractForm } from '../../lib/forms/useContractForm.ts';
import { useRuleForm } from '../../lib/forms/useRuleForm.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { kinds } from '../../lib/rules/firewall/value.ts';
import { Banner } from '../ui/Banner.tsx';
import { RuleFormEnd } from '../ui/RuleFormEnd.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { foresee } from './foresee.ts';
import { type RestForm, RuleRest } from './RuleRest.tsx';
import { labelOfField, ruleFields, sayField } from './say.ts';
import type { FirewallData } from './useFirewall.ts';
import { ValueField } from './ValueField.tsx';

const loadSchema = async () => (await import('../../lib/contract/firewall.ts')).FirewallRuleForm;

export interface RuleFormProps {
  domain: Domain;
  data: FirewallData;
  /** Null: a new one. */
  rule: FirewallRule | null;
  /** Several addresses were pasted where one goes, into what was written so far. */
  onList: (text: string, written: FirewallRuleForm) => void;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

const initial: FirewallRuleForm = { kind: 'ip', value: '', mode: 'deny', description: '', expiresAt: null };

const valuesOf = (rule: FirewallRule): FirewallRuleForm => ({
  kind: rule.kind,
  value: rule.value,
  mode: rule.mode,
  description: rule.description ?? '',
  priority: rule.priority,
  expiresAt: rule.expiresAt ?? null,
});

/** Adds or changes a rule, and says before it is saved when it would keep the customer out. */
export function RuleForm({ domain, data, rule, onList, onDirty, onDone }: RuleFormProps) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: rule ? valuesOf(rule) : initial });
  const create = useWrite(firewall.create, { notices: 'form' });
  const update = useWrite(firewall.update, { notices: 'form' });
  const { submit, seen, theirs, end } = useRuleForm(form, {
    begun: rule,
    valuesOf,
    onDirty,
    onDone,
    send: (checked, { deploy, seen: known }) =>
      unlessBlocked<unknown>((confirmed) =>
        known
          ? update.mutateAsync({ domainId: domain.id, ruleId: known.id, ...checked, deploy, version: known.version, ...confirmed })
          : create.mutateAsync({ domainId: domain.id, ...checked, deploy, ...confirmed }),
      ),
  });
  const values = form.watch();
  const { errors } = form.formState;
  const warning = foresee(data, values, seen?.id, Date.now());
  return (
    <form noValidate aria-label={seen ? t('firewall:editTitle') : t('firewall:addTitle')} onSubmit={submit} className="grid gap-[18px]">
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
            segments={kinds.map((kind) => ({ value: kind, label: t(`firewall:kind.${kind}`) }))}
          />
        )}
      />
      <ValueField
        kind={values.kind}
        control={form.control}
        register={form.register}
        groups={data.groups}
        error={errors.value?.message}
        onList={rule ? undefined : (text) => onList(text, form.getValues())}
      />
      <RuleRest form={form as unknown as RestForm /* it has these fields among others */} version={seen?.version ?? 0} />
      {warning && (
        <Banner tone={warning === 'would' ? 'warning' : 'neutral'} live>
          {t(`firewall:self.${warning}`, { ip: data.you.ip })}
        </Banner>
      )}
      <RuleFormEnd
        {...end}
        conflict={
          theirs &&
          ruleFields.map((field) => ({
            label: labelOfField(t, field),
            mine: sayField(t, values, field, data.groups),
            theirs: sayField(t, theirs, field, data.groups),
          }))
        }
      />
    </form>
  );
}
