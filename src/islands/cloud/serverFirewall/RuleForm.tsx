import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type FirewallRuleOfServer, type ServerFirewall, serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { families } from '../../../lib/rules/cloud/cidr.ts';
import {
  anywhere,
  directions,
  exposureFault,
  hasPorts,
  ruleActions,
  type ServerRule,
  transports,
} from '../../../lib/rules/cloud/firewall.ts';
import { networkNotice } from '../../../lib/rules/core/network.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/serverFirewall.ts')).ServerRuleForm;

const blank: ServerRule = {
  direction: 'in',
  protocol: 'ipv4',
  transport: 'tcp',
  portFrom: null,
  portTo: null,
  source: anywhere.ipv4,
  action: 'allow',
  description: '',
};
const names = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** Adds a rule at the end of a group, or edits one. */
export function RuleForm({ group, rule, ...callbacks }: EditDialogForm & { group: ServerFirewall; rule: FirewallRuleOfServer | null }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: { ...blank, ...rule } });
  const create = useWrite(serverFirewall.createRule, { notices: 'form' });
  const update = useWrite(serverFirewall.updateRule, { notices: 'form' });
  // The group was changed elsewhere, not this rule: keeps the input and saves it to the current group.
  const { base, theirs, state } = useRuleForm(form, {
    initial: group,
    valuesOf: ({ rules }: ServerFirewall) => ({ ...blank, ...rules.find(({ id }) => id === rule?.id) }),
    conflictField: 'group',
    ...callbacks,
    save(values, { base: known }) {
      const base = { groupId: group.id, version: known?.version };
      return rule ? update.mutateAsync({ ...values, ...base, ruleId: rule.id }) : create.mutateAsync({ ...values, ...base });
    },
  });
  const values = form.watch();
  const set = (change: Partial<ServerRule>) => {
    for (const [name, value] of Object.entries(change)) form.setValue(name as keyof ServerRule, value as never, { shouldDirty: true }); // a field and its value
    form.clearErrors();
  };
  const { errors } = form.formState;
  const steps = { decreaseLabel: t('serverOrder:less'), increaseLabel: t('serverOrder:more'), min: 1, max: 65_535 };
  const notice =
    exposureFault({ ...values, portFrom: values.portFrom ?? null, portTo: values.portTo ?? null }) ?? networkNotice(values.source, false);
  const isUntouched = values.source === anywhere[values.protocol];
  return (
    <RuleFormShell
      state={state}
      label={rule ? t('serverFirewall:editRuleTitle') : t('serverFirewall:addRuleTitle')}
      saveLabel={t('serverFirewall:saveRule')}
      conflict={null}
    >
      {(theirs || base !== group) && <Banner tone="warning">{t('serverFirewall:conflict')}</Banner>}
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field label={t('serverFirewall:direction.label')} group>
          <Segmented
            label={t('serverFirewall:direction.label')}
            value={values.direction}
            onChange={(direction) => set({ direction })}
            segments={directions.map((value) => ({ value, label: t(`serverFirewall:direction.${value}`) }))}
            block
          />
        </Field>
        <Field label={t('serverFirewall:action.label')} group>
          <Segmented
            label={t('serverFirewall:action.label')}
            value={values.action}
            onChange={(action) => set({ action })}
            segments={ruleActions.map((value) => ({ value, label: t(`serverFirewall:action.${value}`) }))}
            block
          />
        </Field>
        <Field label={t('serverFirewall:protocol')} group>
          <Segmented
            label={t('serverFirewall:protocol')}
            value={values.protocol}
            onChange={(protocol) => set({ protocol, ...(isUntouched && { source: anywhere[protocol] }) })}
            segments={families.map((value) => ({ value, label: <bdi>{names[value]}</bdi> }))}
            block
          />
        </Field>
        <Field label={t('serverFirewall:transport.label')} group>
          <Segmented
            label={t('serverFirewall:transport.label')}
            value={values.transport}
            onChange={(transport) => set({ transport, ...(!hasPorts(transport) && { portFrom: null, portTo: null }) })}
            segments={transports.map((value) => ({ value, label: t(`serverFirewall:transport.${value}`) }))}
            block
          />
        </Field>
        {hasPorts(values.transport) && (
          <>
            <Field label={t('serverFirewall:portFrom')} help={t('serverFirewall:portsHelp')} error={errors.portFrom?.message}>
              <NumberInput {...steps} value={values.portFrom ?? null} onChange={(portFrom) => set({ portFrom })} />
            </Field>
            <Field label={t('serverFirewall:portTo')} optional={t('common:optional')} error={errors.portTo?.message}>
              <NumberInput {...steps} value={values.portTo ?? null} onChange={(portTo) => set({ portTo })} />
            </Field>
          </>
        )}
      </div>
      <Field
        label={t(values.direction === 'in' ? 'serverFirewall:source' : 'serverFirewall:destination')}
        help={t('serverFirewall:sourceHelp', { any: anywhere[values.protocol] })}
        error={errors.source?.message}
        warning={notice && t(notice.key, notice.params)}
      >
        <TextInput {...form.register('source')} ltr mono autoComplete="off" />
      </Field>
      <Field label={t('serverFirewall:description')} optional={t('common:optional')} error={errors.description?.message}>
        <TextInput {...form.register('description')} autoComplete="off" />
      </Field>
    </RuleFormShell>
  );
}
