import { useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { brand } from '../../../config/brand.ts';
import { operatorCustomer, type CreditForm as Schema } from '../../../lib/contract/operator/operatorCustomer.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { FOUR_EYES_FROM, needsSecond } from '../../../lib/rules/core/fourEyes.ts';
import { FormEnd } from '../../core/shared/FormEnd.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/operator/operatorCustomer.ts')).CreditForm;
/** Mills in one unit of the currency. */
const UNIT = brand.currency.divisor * 10 ** brand.currency.minorDigits;

interface CreditFormProps extends EditDialogForm {
  customerId: string;
  email: string;
  /** Mills. */
  balance: number;
}

/** Corrects a wallet. Shows the new balance, and whether a second operator is needed, before sending. */
export function CreditForm({ customerId, email, balance, onDirty, onDone }: CreditFormProps) {
  const t = useT();
  const locale = currentLocale();
  const [sign, setSign] = useState<1 | -1>(1);
  const form = useContractForm({ schema, defaultValues: { amount: 0, reason: '' }, check: 'submit' });
  const keyFor = useIntentKey();
  const credit = useWrite(operatorCustomer.credit, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (values: z.output<typeof Schema>) => {
    const idempotencyKey = keyFor(`${customerId} ${values.amount} ${values.reason}`);
    const { booked } = await credit.mutateAsync({ customerId, ...values, $send: { idempotencyKey } });
    notify({ type: 'success', title: t(booked ? 'operatorCustomer:credit.booked' : 'operatorCustomer:credit.requested') });
    onDone();
  });
  const { errors, isDirty } = form.formState;
  const amount = form.watch('amount');
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <form noValidate aria-label={t('operatorCustomer:credit.title')} onSubmit={onSubmit} className="grid gap-[18px]">
      <p className="text-ui text-text-2">
        {t('operatorCustomer:credit.of')} <bdi dir="ltr">{email}</bdi>
      </p>
      <Segmented
        label={t('operatorCustomer:credit.direction')}
        value={sign === 1 ? 'credit' : 'debit'}
        onChange={(way) => {
          const next = way === 'credit' ? 1 : -1;
          setSign(next);
          form.setValue('amount', Math.abs(form.getValues('amount')) * next, { shouldDirty: true });
        }}
        segments={[
          { value: 'credit', label: t('operatorCustomer:credit.credit') },
          { value: 'debit', label: t('operatorCustomer:credit.debit') },
        ]}
      />
      <Controller
        control={form.control}
        name="amount"
        render={({ field }) => {
          const label = t('operatorCustomer:credit.amount', { currency: brand.currency.code });
          return (
            <Field label={label} error={errors.amount?.message}>
              <NumberInput
                value={field.value === 0 ? null : Math.abs(field.value) / UNIT}
                onChange={(units) => field.onChange(Math.round((units ?? 0) * UNIT) * sign)}
                onBlur={field.onBlur}
                min={0}
                step={5}
                decreaseLabel={t('operatorCustomer:credit.less')}
                increaseLabel={t('operatorCustomer:credit.more')}
              />
            </Field>
          );
        }}
      />
      <Field label={t('operatorCustomer:credit.reason')} help={t('operatorCustomer:credit.reasonHelp')} error={errors.reason?.message}>
        <TextInput {...form.register('reason')} autoComplete="off" />
      </Field>
      {amount !== 0 && (
        <p className="text-ui text-text-2">
          {t('operatorCustomer:credit.after', { before: formatMoney(balance, locale), after: formatMoney(balance + amount, locale) })}
        </p>
      )}
      {needsSecond(amount) && (
        <Banner tone="info">{t('operatorCustomer:credit.fourEyes', { amount: formatMoney(FOUR_EYES_FROM, locale) })}</Banner>
      )}
      <FormEnd message={message} faults={faults} busy={busy} onCancel={onDone}>
        {t(needsSecond(amount) ? 'operatorCustomer:credit.request' : 'operatorCustomer:credit.book')}
      </FormEnd>
    </form>
  );
}
