import { useEffect, useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { FirewallRuleForm } from '../../../lib/contract/cdn/firewall.ts';
import { type FirewallListForm, firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { splitAddresses, validateAddressText } from '../../../lib/rules/cdn/firewall/address.ts';
import { maxValues } from '../../../lib/rules/cdn/firewall/value.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { AddressesField } from '../shared/AddressesField.tsx';
import { confirmSelfBlock } from '../shared/confirmSelfBlock.ts';
import { FirewallRuleFields } from './FirewallRuleFields.tsx';
import { previewSelfBlock } from './previewSelfBlock.ts';
import type { FirewallData } from './useFirewall.ts';

const loadSchema = async () => (await import('../../../lib/contract/cdn/firewallGroup.ts')).FirewallListForm;

interface AddressListFormProps extends EditDialogForm {
  domain: Domain;
  data: FirewallData;
  /** The pasted text. */
  text: string;
  /** The values of the rule form when the text was pasted. */
  values: FirewallRuleForm;
  /** Returns to the form of a rule with these addresses. */
  onInclude: (text: string) => void;
}

/** A rule for several addresses: saves them as a group of this domain and the rule that refers to it, in one call. */
export function AddressListForm({ domain, data, text: pasted, values: ruleValues, onInclude, ...callbacks }: AddressListFormProps) {
  const t = useT();
  const { mode, description, priority, expiresAt } = ruleValues;
  const empty: FirewallListForm = { title: '', ipAddresses: [], mode, description, priority, expiresAt };
  const form = useContractForm({ schema: loadSchema, defaultValues: empty });
  const [text, setText] = useState(pasted);
  const { setValue } = form;
  // Pasted text counts as an unsaved change, so the dialog asks before it is discarded.
  useEffect(() => setValue('ipAddresses', splitAddresses(pasted), { shouldDirty: true }), [setValue, pasted]);
  const add = useWrite(firewallGroup.addWithRule, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: () => empty,
    ...callbacks,
    save: (checked, { deploy }) =>
      confirmSelfBlock((confirmed) => add.mutateAsync({ domainId: domain.id, ...checked, deploy, ...confirmed })),
  });
  const values = form.watch();
  const { errors } = form.formState;
  const { good, faults, notices } = validateAddressText(text);
  const write = (next: string) => {
    setText(next);
    setValue('ipAddresses', splitAddresses(next), { shouldDirty: true });
    form.clearErrors('ipAddresses');
  };
  const group = { id: 'new', title: values.title, ipAddresses: good };
  const all = { ...data, groups: [...data.groups, group] } as FirewallData; // the unsaved group lacks the fields that the preview does not read
  const warning = previewSelfBlock(all, { ...values, kind: 'group', value: group.id }, undefined, Date.now());
  return (
    <RuleFormShell state={state} label={t('firewall:addTitle')} conflict={null}>
      <Banner
        tone="info"
        action={
          splitAddresses(text).length <= maxValues && (
            <Button size="sm" onClick={() => onInclude(text)}>
              {t('firewall:paste.keep')}
            </Button>
          )
        }
      >
        {t('firewall:paste.text', { ...counted(splitAddresses(text).length, currentLocale()), domain: domain.name })}
      </Banner>
      <Field label={t('firewall:paste.name')} error={errors.title?.message}>
        <TextInput
          {...form.register('title')}
          autoComplete="off"
          placeholder={t('firewallGroup:namePlaceholder')}
          data-autofocus
          autoFocus
        />
      </Field>
      <AddressesField
        text={text}
        onText={write}
        errors={faults.map((fault) => fault && t(fault.key, fault.params))}
        notices={notices.map((notice) => t(notice.key, notice.params))}
        onDrop={() => write(good.join('\n'))}
        error={errors.ipAddresses?.message ?? errors.ipAddresses?.root?.message}
      />
      <FirewallRuleFields control={form.control} register={form.register} errors={errors} version={0} />
      {warning === 'would' && (
        <Banner tone="warning" live>
          {t('firewall:self.would', { ip: data.you.ip })}
        </Banner>
      )}
    </RuleFormShell>
  );
}
