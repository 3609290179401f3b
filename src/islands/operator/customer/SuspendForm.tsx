import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { operatorCustomer } from '../../../lib/contract/operator/operatorCustomer.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { suspendReasons } from '../../../lib/rules/core/suspendReasons.ts';
import { FormEnd } from '../../core/shared/FormEnd.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/operator/operatorCustomer.ts')).SuspendForm;

/** Suspends an account, after saying what that does. */
export function SuspendForm({ customerId, onDirty, onDone }: EditDialogForm & { customerId: string }) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { reason: 'abuse' as const, text: '' }, check: 'submit' });
  const suspend = useWrite(operatorCustomer.suspend, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (values) => {
    await suspend.mutateAsync({ customerId, ...values });
    onDirty(false);
    onDone();
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <form noValidate aria-label={t('operatorCustomer:suspend.title')} onSubmit={onSubmit} className="grid gap-[18px]">
      <p className="text-ui text-text-2">{t('operatorCustomer:suspend.text')}</p>
      <Controller
        control={form.control}
        name="reason"
        render={({ field: { value, onChange } }) => (
          <Field label={t('operatorCustomer:suspend.reason')} error={errors.reason?.message}>
            <Select
              value={value}
              onChange={onChange}
              label={t('operatorCustomer:suspend.reason')}
              closeLabel={t('common:close')}
              options={suspendReasons.map((reason) => ({ value: reason, label: t(`operatorCustomer:suspendReason.${reason}`) }))}
            />
          </Field>
        )}
      />
      <Field label={t('operatorCustomer:suspend.words')} error={errors.text?.message}>
        <TextInput {...form.register('text')} autoComplete="off" />
      </Field>
      <FormEnd message={message} faults={faults} busy={busy} onCancel={onDone} danger>
        {t('operatorCustomer:suspend.action')}
      </FormEnd>
    </form>
  );
}
