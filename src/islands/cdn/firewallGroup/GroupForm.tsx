import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type FirewallGroup, firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { splitAddresses, validateAddressText } from '../../../lib/rules/cdn/firewall/address.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { AddressesField } from '../shared/AddressesField.tsx';
import { confirmSelfBlock } from '../shared/confirmSelfBlock.ts';

const loadSchema = async () => (await import('../../../lib/contract/cdn/firewallGroup.ts')).FirewallGroupForm;

interface GroupFormProps extends EditDialogForm {
  domain: Domain;
  /** Null: a new group. */
  group: FirewallGroup | null;
}

const toFormValues = ({ title, ipAddresses }: Pick<FirewallGroup, 'title' | 'ipAddresses'>) => ({ title, ipAddresses });

/** Adds or edits a group. Addresses are typed or pasted one per line and validated while typing. */
export function GroupForm({ domain, group, ...callbacks }: GroupFormProps) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: toFormValues(group ?? { title: '', ipAddresses: [] }) });
  const [text, setText] = useState(() => group?.ipAddresses.join('\n') ?? '');
  const [scope, setScope] = useState<'account' | 'domain'>('account');
  const { good, faults, notices } = validateAddressText(text);
  const write = (next: string) => {
    setText(next);
    form.setValue('ipAddresses', splitAddresses(next), { shouldDirty: true });
    form.clearErrors('ipAddresses');
  };
  const add = useWrite(firewallGroup.add, { notices: 'form' });
  const edit = useWrite(firewallGroup.edit, { notices: 'form' });
  const { base, theirs, state } = useRuleForm(form, {
    initial: group,
    valuesOf: toFormValues,
    conflictField: 'group',
    onAdopt: ({ ipAddresses }) => setText(ipAddresses.join('\n')),
    ...callbacks,
    save: (checked, { base: known }) =>
      known
        ? confirmSelfBlock((confirmed) => edit.mutateAsync({ groupId: known.id, ...checked, version: known.version, ...confirmed }))
        : add.mutateAsync({ ...checked, ...(scope === 'domain' && { domainId: domain.id }) }),
  });
  const { errors } = form.formState;
  return (
    <RuleFormShell
      state={state}
      label={base ? t('firewallGroup:editTitle') : t('firewallGroup:addTitle')}
      saveLabel={t('firewallGroup:save')}
      conflictTitle={t('firewallGroup:conflict')}
      conflict={
        theirs && [
          { label: t('firewallGroup:name'), mine: form.getValues('title'), theirs: theirs.title },
          { label: t('firewallGroup:addresses'), mine: splitAddresses(text).join(' '), theirs: theirs.ipAddresses.join(' ') },
        ]
      }
    >
      <Field label={t('firewallGroup:name')} error={errors.title?.message}>
        <TextInput {...form.register('title')} autoComplete="off" placeholder={t('firewallGroup:namePlaceholder')} data-autofocus />
      </Field>
      {!base && (
        <Field label={t('firewallGroup:scope.label')} group>
          <RadioCards
            value={scope}
            onChange={setScope}
            min={200}
            cards={[
              { value: 'account', label: t('firewallGroup:scope.account') },
              { value: 'domain', label: t('firewallGroup:scope.domain', { domain: domain.name }) },
            ]}
          />
        </Field>
      )}
      <AddressesField
        text={text}
        onText={write}
        errors={faults.map((fault) => fault && t(fault.key, fault.params))}
        notices={notices.map((notice) => t(notice.key, notice.params))}
        onDrop={() => write(good.join('\n'))}
        error={errors.ipAddresses?.message ?? errors.ipAddresses?.root?.message}
      />
      {base && base.usedBy.length > 0 && <Banner tone="neutral">{t('firewallGroup:atOnce')}</Banner>}
    </RuleFormShell>
  );
}
