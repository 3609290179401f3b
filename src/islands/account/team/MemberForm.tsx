import { useEffect } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { type Member, team } from '../../../lib/contract/account/team.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { Role } from '../../../lib/rules/core/role.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { type OwnItem, ScopeField } from '../shared/ScopeField.tsx';
import { AreaLevels } from './AreaLevels.tsx';
import { memberName } from './columns.tsx';

const schema = async () => (await import('../../../lib/contract/account/team.ts')).InviteForm;

/** The least first: an invitation begins with it. */
const choices: readonly Role[] = ['domains', 'custom', 'billing', 'readOnly', 'admin', 'owner'];

/** What a member can be limited to. */
export interface OwnItems {
  domains: readonly OwnItem[];
  servers: readonly OwnItem[];
  spaces: readonly OwnItem[];
}
interface MemberFormProps {
  /** Null: an invitation. */
  member: Member | null;
  items: OwnItems;
  /** Whether the caller may give the role of an owner. */
  isOwner: boolean;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** The role of a member, with what each role may do, and the areas and items of the roles that are limited to some. */
export function MemberForm({ member, items, isOwner, onDirty, onDone }: MemberFormProps) {
  const t = useT();
  const form = useContractForm({
    schema,
    defaultValues: {
      email: member?.email ?? '',
      role: member?.role ?? 'domains',
      level: member?.level ?? 'read',
      access: member?.access ?? {},
      domainIds: member ? member.domainIds : [],
      serverIds: member?.serverIds ?? null,
      spaceIds: member?.spaceIds ?? null,
    },
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const role = form.watch('role');
  const level = form.watch('level') ?? 'read';
  const access = form.watch('access') ?? {};
  const invite = useWrite(team.invite, { notices: 'form' });
  const edit = useWrite(team.edit, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async ({ email, ...rights }) => {
    await confirmed(() => (member ? edit.mutateAsync({ memberId: member.id, ...rights }) : invite.mutateAsync({ email, ...rights })));
    onDone();
  });
  const scope = (kind: keyof OwnItems, field: 'domainIds' | 'serverIds' | 'spaceIds') => (
    <ScopeField
      kind={kind}
      // The role for selected domains is about some.
      onlySome={role === 'domains'}
      help={kind === 'servers' ? t('team:form.serversHelp') : undefined}
      items={items[kind]}
      chosen={form.watch(field) ?? null}
      error={errors[field]?.message}
      onChange={(ids) => {
        form.setValue(field, ids, { shouldDirty: true });
        form.clearErrors([field, 'access']);
      }}
    />
  );
  return (
    <form
      noValidate
      aria-label={member ? t('team:editTitle', { name: memberName(member) }) : t('team:inviteTitle')}
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      {!member && (
        <Field label={t('team:form.email')} error={errors.email?.message}>
          <TextInput {...form.register('email')} type="email" ltr autoComplete="off" data-autofocus />
        </Field>
      )}
      <Field label={t('team:form.role')} group error={errors.role?.message}>
        <RadioCards<Role>
          min={260}
          value={role}
          onChange={(choice) => {
            form.setValue('role', choice, { shouldDirty: true });
            if (choice === 'domains') form.setValue('domainIds', form.getValues('domainIds') ?? []);
          }}
          cards={choices.map((one) => ({
            value: one,
            label: t(`team:role.${one}`),
            description: t(`team:about.${one}`),
            disabled: one === 'owner' && !isOwner,
            reason: t('team:error.ownersOnly'),
          }))}
        />
      </Field>
      {role === 'domains' && (
        <>
          <Field label={t('team:form.level')} group>
            <RadioCards
              min={180}
              value={level}
              onChange={(choice) => form.setValue('level', choice, { shouldDirty: true })}
              cards={[
                { value: 'read', label: t('team:form.read') },
                { value: 'write', label: t('team:form.write') },
              ]}
            />
          </Field>
          {scope('domains', 'domainIds')}
        </>
      )}
      {role === 'custom' && (
        <>
          <Field label={t('team:form.areas')} group help={t('team:form.areasHelp')} error={errors.access?.message}>
            <AreaLevels
              value={access}
              onChange={(next) => {
                form.setValue('access', next, { shouldDirty: true });
                form.clearErrors('access');
              }}
            />
          </Field>
          {access.domains && scope('domains', 'domainIds')}
          {access.cloud && scope('servers', 'serverIds')}
          {access.spaces && scope('spaces', 'spaceIds')}
        </>
      )}
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {member ? t('team:save') : t('team:send')}
        </Button>
      </div>
    </form>
  );
}
