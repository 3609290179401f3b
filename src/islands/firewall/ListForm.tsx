import { useEffect, useState } from 'react';
import { useWrite } from '../../lib/api/query.ts';
import { unlessBlocked } from '../../lib/api/selfBlock.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import type { FirewallRuleForm } from '../../lib/contract/firewall.ts';
import { type FirewallListForm, firewallGroup } from '../../lib/contract/firewallGroup.ts';
import { counted } from '../../lib/format/quantity.ts';
import { useContractForm } from '../../lib/forms/useContractForm.ts';
import { useRuleForm } from '../../lib/forms/useRuleForm.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { judgeText, splitAddresses } from '../../lib/rules/firewall/address.ts';
import { AddressesField } from '../ui/AddressesField.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { RuleFormEnd } from '../ui/RuleFormEnd.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { foresee } from './foresee.ts';
import { type RestForm, RuleRest } from './RuleRest.tsx';
import type { FirewallData } from './useFirewall.ts';

const loadSchema = async () => (await import('../../lib/contract/firewallGroup.ts')).FirewallListForm;

interface ListFormProps {
  domain: Domain;
  data: FirewallData;
  /** What was pasted. */
  text: string;
  /** What the rule's form held by then. */
  written: FirewallRuleForm;
  /** Back to a rule for one address. */
  onSingle: () => void;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** A rule for several addresses: they become a group of this domain, and the rule names it. Both are saved, or neither. */
export function ListForm({ domain, data, text: pasted, written, onSingle, onDirty, onDone }: ListFormProps) {
  const t = useT();
  const { mode, description, priority, expiresAt } = written;
  const empty: FirewallListForm = { title: '', ipAddresses: [], mode, description, priority, expiresAt };
  const form = useContractForm({ schema: loadSchema, defaultValues: empty });
  const [text, setText] = useState(pasted);
  const { setValue } = form;
  // What was pasted is typed work: the dialog asks before it throws it away.
  useEffect(() => setValue('ipAddresses', splitAddresses(pasted), { shouldDirty: true }), [setValue, pasted]);
  const add = useWrite(firewallGroup.addWithRule, { notices: 'form' });
  const { submit, end } = useRuleForm(form, {
    begun: null,
    valuesOf: () => empty,
    onDirty,
    onDone,
    send: (checked, { deploy }) => unlessBlocked((confirmed) => add.mutateAsync({ domainId: domain.id, ...checked, deploy, ...confirmed })),
  });
  const values = form.watch();
  const { errors } = form.formState;
  const { good, faults } = judgeText(text);
  const write = (next: string) => {
    setText(next);
    setValue('ipAddresses', splitAddresses(next), { shouldDirty: true });
    form.clearErrors('ipAddresses');
  };
  const group = { id: 'new', title: values.title, ipAddresses: good };
  const all = { ...data, groups: [...data.groups, group] } as FirewallData; // a group that is not saved yet, to look ahead with
  const warning = foresee(all, { ...values, kind: 'group', value: group.id }, undefined, Date.now());
  return (
    <form noValidate aria-label={t('firewall:addTitle')} onSubmit={submit} className="grid gap-[18px]">
      <Banner
        tone="info"
        action={
          <Button size="sm" onClick={onSingle}>
            {t('firewall:paste.single')}
          </Button>
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
        judged={faults.map((fault) => fault && t(fault.key, fault.params))}
        onDrop={() => write(good.join('\n'))}
        error={errors.ipAddresses?.message ?? errors.ipAddresses?.root?.message}
      />
      <RuleRest form={form as unknown as RestForm /* it has these fields among others */} version={0} />
      {warning === 'would' && (
        <Banner tone="warning" live>
          {t('firewall:self.would', { ip: data.you.ip })}
        </Banner>
      )}
      <RuleFormEnd {...end} conflict={null} />
    </form>
  );
}
