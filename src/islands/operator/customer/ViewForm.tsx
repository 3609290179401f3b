import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { navigate } from '../../../browser/navigate.ts';
import type { CustomerDetail } from '../../../lib/contract/operator/operatorCustomer.ts';
import { operatorView, type ViewForm as Schema } from '../../../lib/contract/operator/operatorView.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { FormEnd } from '../../core/shared/FormEnd.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/operator/operatorView.ts')).ViewForm;

/** Asks for the reason, and opens the panel of a customer. */
export function ViewForm({ detail: { customer, tickets }, onDirty, onDone }: EditDialogForm & { detail: CustomerDetail }) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { reason: '' }, check: 'submit' });
  const start = useWrite(operatorView.start, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (values: z.output<typeof Schema>) => {
    await start.mutateAsync({ customerId: customer.id, ...values });
    // Nothing to lose, and nothing of this page belongs to the customer.
    onDirty(false);
    navigate.leave('/dashboard');
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <form noValidate aria-label={t('operatorView:open')} onSubmit={onSubmit} className="grid gap-[18px]">
      <p className="text-ui text-text-2">{t('operatorView:text', { email: customer.email })}</p>
      <Field label={t('operatorView:field.reason')} help={t('operatorView:reasonHelp')} error={errors.reason?.message}>
        <TextInput {...form.register('reason')} autoComplete="off" />
      </Field>
      {tickets.length > 0 && (
        <Controller
          control={form.control}
          name="ticketId"
          render={({ field }) => (
            <Field label={t('operatorView:field.ticketId')} error={errors.ticketId?.message}>
              <Select
                value={field.value ?? ''}
                onChange={(id) => field.onChange(id || undefined)}
                label={t('operatorView:field.ticketId')}
                closeLabel={t('common:close')}
                options={[
                  { value: '', label: t('operatorView:noTicket') },
                  ...tickets.map(({ id, number, title }) => ({ value: id, label: `#${number} ${title}` })),
                ]}
              />
            </Field>
          )}
        />
      )}
      <FormEnd message={message} faults={faults} busy={busy} onCancel={onDone}>
        {t('operatorView:start')}
      </FormEnd>
    </form>
  );
}
