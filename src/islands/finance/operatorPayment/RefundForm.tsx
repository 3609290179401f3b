import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { brand } from '../../../config/brand.ts';
import { type OperatorPayment, operatorPayment, type RefundForm as Schema } from '../../../lib/contract/finance/operatorPayment.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { needsSecond } from '../../../lib/rules/core/fourEyes.ts';
import { FormEnd } from '../../core/shared/FormEnd.tsx';
import { AmountField } from '../../ui/AmountField.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/finance/operatorPayment.ts')).RefundForm;

/** Pays a payment back, in whole or in part. What happens then, and whether a second operator is needed, shows before it is sent. */
export function RefundForm({ payment, onDirty, onDone }: EditDialogForm & { payment: OperatorPayment }) {
  const t = useT();
  const locale = currentLocale();
  const { id: paymentId, gateway, refundable } = payment;
  const form = useContractForm({ schema, defaultValues: { amount: refundable, reason: '' }, check: 'submit' });
  const keyFor = useIntentKey();
  const refund = useWrite(operatorPayment.refund, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (values: z.output<typeof Schema>) => {
    const idempotencyKey = keyFor(`${paymentId} ${values.amount} ${values.reason}`);
    await refund.mutateAsync({ paymentId, ...values, $send: { idempotencyKey } });
    notify({ type: 'success', title: t(needsSecond(values.amount) ? 'operatorPayment:form.requested' : 'operatorPayment:form.sent') });
    onDone();
  });
  const { errors, isDirty } = form.formState;
  const amount = form.watch('amount');
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const waits = needsSecond(amount);
  const money = (mills: number) => formatMoney(mills, locale);
  return (
    <form noValidate aria-label={t('operatorPayment:form.title')} onSubmit={onSubmit} className="grid gap-[18px]">
      <Controller
        control={form.control}
        name="amount"
        render={({ field }) => (
          <AmountField
            label={t('operatorPayment:form.amount', { currency: brand.currency.code })}
            help={t('operatorPayment:form.most', { amount: money(refundable) })}
            value={field.value === 0 ? null : field.value}
            onChange={(mills) => field.onChange(mills ?? 0)}
            onBlur={field.onBlur}
            error={errors.amount?.message}
          />
        )}
      />
      <Field label={t('operatorPayment:form.reason')} help={t('operatorPayment:form.reasonHelp')} error={errors.reason?.message}>
        <TextInput {...form.register('reason')} autoComplete="off" />
      </Field>
      {amount > 0 && (
        <section aria-label={t('operatorPayment:form.consequences')}>
          <p className="text-ui font-semibold text-text">{t('operatorPayment:form.consequences')}</p>
          <ul className="mt-1 grid list-disc gap-1 ps-5 text-ui">
            <li>{t(waits ? 'operatorPayment:form.walletLater' : 'operatorPayment:form.wallet', { amount: money(amount) })}</li>
            <li>{t('operatorPayment:form.gateway', { gateway: t(`payment:gateway.${gateway}`) })}</li>
            <li>{t('operatorPayment:form.final')}</li>
          </ul>
        </section>
      )}
      <FormEnd message={message} faults={faults} busy={busy} onCancel={onDone}>
        {waits ? t('operatorPayment:form.request') : t('operatorPayment:form.submit', { amount: money(amount) })}
      </FormEnd>
    </form>
  );
}
