import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/errors.ts';
import { useWrite } from '../../lib/api/query.ts';
import { unlessBlocked } from '../../lib/api/selfBlock.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { type FirewallGroup, firewallGroup } from '../../lib/contract/firewallGroup.ts';
import { useContractForm } from '../../lib/forms/useContractForm.ts';
import { useFormSubmit } from '../../lib/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../lib/forms/useUnsavedGuard.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { judgeText, splitAddresses } from '../../lib/rules/firewall/address.ts';
import { AddressesField } from '../ui/AddressesField.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { ConflictBanner } from '../ui/ConflictBanner.tsx';
import { Field } from '../ui/Field.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { TextInput } from '../ui/TextInput.tsx';

const loadSchema = async () => (await import('../../lib/contract/firewallGroup.ts')).FirewallGroupForm;

export interface GroupFormProps {
  domain: Domain;
  /** Null: a new one. */
  group: FirewallGroup | null;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** Adds or changes a group. Addresses are written or pasted as lines, and each is judged while one writes. */
export function GroupForm({ domain, group, onDirty, onDone }: GroupFormProps) {
  const t = useT();
  /** The group as it was when the form seen, or when the customer was told of another form of it. */
  const [seen, setSeen] = useState(group);
  const [theirs, setTheirs] = useState<FirewallGroup | null>(null);
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { title: seen?.title ?? '', ipAddresses: seen?.ipAddresses ?? [] },
  });
  const [text, setText] = useState(() => seen?.ipAddresses.join('\n') ?? '');
  const [scope, setScope] = useState<'account' | 'domain'>('account');
  const { good, faults } = judgeText(text);
  const write = (next: string) => {
    setText(next);
    form.setValue('ipAddresses', splitAddresses(next), { shouldDirty: true });
    form.clearErrors('ipAddresses');
  };
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const add = useWrite(firewallGroup.add, { notices: 'form' });
  const edit = useWrite(firewallGroup.edit, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (checked) => {
    try {
      if (seen) await unlessBlocked((confirmed) => edit.mutateAsync({ groupId: seen.id, ...checked, version: seen.version, ...confirmed }));
      else await add.mutateAsync({ ...checked, ...(scope === 'domain' && { domainId: domain.id }) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details.group as FirewallGroup); // the provider answers the group as it is now
      return;
    }
    onDirty(false);
    onDone();
  });
  return (
    <form
      noValidate
      aria-label={seen ? t('firewallGroup:editTitle') : t('firewallGroup:addTitle')}
      onSubmit={onSubmit}
      className="grid gap-[18px]"
    >
      <Field label={t('firewallGroup:name')} error={errors.title?.message}>
        <TextInput {...form.register('title')} autoComplete="off" placeholder={t('firewallGroup:namePlaceholder')} data-autofocus />
      </Field>
      {!seen && (
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
        judged={faults.map((fault) => fault && t(fault.key, fault.params))}
        onDrop={() => write(good.join('\n'))}
        error={errors.ipAddresses?.message ?? errors.ipAddresses?.root?.message}
      />
      {seen && seen.usedBy.length > 0 && <Banner tone="neutral">{t('firewallGroup:atOnce')}</Banner>}
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      {theirs && (
        <ConflictBanner
          title={t('firewallGroup:conflict')}
          rows={[
            { label: t('firewallGroup:name'), mine: form.getValues('title'), theirs: theirs.title },
            {
              label: t('firewallGroup:addresses'),
              mine: splitAddresses(text).join(' '),
              theirs: theirs.ipAddresses.join(' '),
            },
          ]}
          busy={busy}
          keepLabel={t('common:keepWriting')}
          onKeep={() => {
            setSeen(theirs);
            setTheirs(null);
          }}
          onTake={() => {
            setSeen(theirs);
            setTheirs(null);
            form.reset({ title: theirs.title, ipAddresses: theirs.ipAddresses });
            setText(theirs.ipAddresses.join('\n'));
          }}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('firewallGroup:save')}
        </Button>
      </div>
    </form>
  );
}
