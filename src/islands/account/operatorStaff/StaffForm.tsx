import { useEffect } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { operatorStaff, type StaffMember } from '../../../lib/contract/account/operatorStaff.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type StaffRole, staffRoles } from '../../../lib/rules/core/staff.ts';
import { FormEnd } from '../../core/shared/FormEnd.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { confirmed } from '../shared/confirmed.tsx';

const schema = async () => (await import('../../../lib/contract/account/operatorStaff.ts')).StaffForm;

/** The role of an operator, with what each role may do. @param member null: a person to add */
export function StaffForm({ member, onDirty, onDone }: EditDialogForm & { member: StaffMember | null }) {
  const t = useT();
  const defaultValues = { email: member?.email ?? '', role: member?.role ?? ('support' as const) };
  const form = useContractForm({ schema, defaultValues, check: 'submit' });
  const add = useWrite(operatorStaff.add, { notices: 'form' });
  const setRole = useWrite(operatorStaff.setRole, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async ({ email, role }) => {
    await confirmed(() => (member ? setRole.mutateAsync({ staffId: member.id, role }) : add.mutateAsync({ email, role })));
    onDirty(false);
    onDone();
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <form
      noValidate
      aria-label={t(member ? 'operatorStaff:editTitle' : 'operatorStaff:addTitle')}
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      {member ? (
        <p className="text-text-2">
          <bdi dir="ltr">{member.email}</bdi>
        </p>
      ) : (
        <Field label={t('operatorStaff:field.email')} help={t('operatorStaff:emailHelp')} error={errors.email?.message}>
          <TextInput {...form.register('email')} type="email" ltr autoComplete="off" data-autofocus />
        </Field>
      )}
      <Field label={t('operatorStaff:field.role')} group error={errors.role?.message}>
        <RadioCards<StaffRole>
          min={240}
          value={form.watch('role')}
          onChange={(role) => form.setValue('role', role, { shouldDirty: true })}
          cards={staffRoles.map((value) => ({
            value,
            label: t(`operatorStaff:role.${value}`),
            description: t(`operatorStaff:about.${value}`),
          }))}
        />
      </Field>
      <FormEnd message={message} faults={faults} busy={busy} onCancel={onDone}>
        {t(member ? 'operatorStaff:save' : 'operatorStaff:add')}
      </FormEnd>
    </form>
  );
}
