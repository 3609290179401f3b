import { useEffect } from 'react';
import { useWrite } from '../../../lib/api/query.ts';
import { type Member, team } from '../../../lib/contract/account/team.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { useFormSubmit } from '../../../lib/forms/useFormSubmit.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type Role, roles } from '../../../lib/rules/core/role.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { memberName } from './columns.tsx';

const schema = async () => (await import('../../../lib/contract/account/team.ts')).InviteForm;

export interface OwnDomain {
  id: string;
  name: string;
}
interface MemberFormProps {
  /** Null: an invitation. */
  member: Member | null;
  domains: readonly OwnDomain[];
  /** Whether the caller may give the role of an owner. */
  isOwner: boolean;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** The role of a member, with what each role may do, and the domains of the role for selected ones. */
export function MemberForm({ member, domains, isOwner, onDirty, onDone }: MemberFormProps) {
  const t = useT();
  const form = useContractForm({
    schema,
    defaultValues: {
      email: member?.email ?? '',
      role: member?.role ?? 'admin',
      level: member?.level ?? 'write',
      domainIds: member?.domainIds ?? [],
    },
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const role = form.watch('role');
  const level = form.watch('level') ?? 'write';
  const chosen = form.watch('domainIds') ?? [];
  const invite = useWrite(team.invite, { notices: 'form' });
  const edit = useWrite(team.edit, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async ({ email, ...rights }) => {
    await confirmed(() => (member ? edit.mutateAsync({ memberId: member.id, ...rights }) : invite.mutateAsync({ email, ...rights })));
    onDone();
  });
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
          onChange={(choice) => form.setValue('role', choice, { shouldDirty: true })}
          cards={roles.map((one) => ({
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
          <Field label={t('team:form.domains')} group error={errors.domainIds?.message ?? errors.domainIds?.root?.message}>
            <div className="grid max-h-52 gap-2 overflow-y-auto sm:grid-cols-2">
              {domains.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={<bdi dir="ltr">{name}</bdi>}
                  checked={chosen.includes(id)}
                  onChange={(event) => {
                    form.setValue('domainIds', event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id), {
                      shouldDirty: true,
                    });
                    form.clearErrors('domainIds');
                  }}
                />
              ))}
            </div>
          </Field>
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
