import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { navigate } from '../../../browser/navigate.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { currencyName, formatMoney, UNIT } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import type { ServiceCode } from '../../../lib/rules/finance/invoice/services.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const loadSchema = async () => (await import('../../../lib/contract/finance/invoice.ts')).ProformaForm;

export default function ProformaDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <EditDialog open={open} onClose={onClose} title={t('invoice:form.add')}>
      {(callbacks) => <ProformaForm {...callbacks} />}
    </EditDialog>
  );
}

type What = 'credit' | ServiceCode;

/** The service and amount of a proforma invoice. Prices are those of the provider. */
function ProformaForm({ onDirty, onDone }: { onDirty: (dirty: boolean) => void; onDone: () => void }) {
  const t = useT();
  const locale = currentLocale();
  const offered = useRead(invoice.services, {});
  const [what, setWhat] = useState<What>('credit');
  const form = useContractForm({ schema: loadSchema, defaultValues: { amount: 100 * UNIT, description: '' } });
  const create = useWrite(invoice.createProforma, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    const { invoice: made } = await create.mutateAsync(values);
    onDirty(false);
    onDone();
    navigate.to(href('invoice', { invoice: made.id }));
  });
  const choose = (next: What) => {
    setWhat(next);
    onDirty(true);
    form.setValue('amount', next === 'credit' ? 100 * UNIT : undefined);
    form.setValue('items', next === 'credit' ? undefined : [{ service: next, hours: form.getValues('items')?.[0]?.hours ?? 1 }]);
    form.clearErrors();
  };
  const money = (mills: number) => formatMoney(mills, locale);
  const currency = currencyName(currentLocale());
  const { errors } = form.formState;
  const { services = [], credit, days = 0 } = offered.data ?? {};
  const label = t(what === 'credit' ? 'invoice:form.amount' : 'invoice:form.hours', { currency });
  const steps = { decreaseLabel: t('invoice:form.less', { label }), increaseLabel: t('invoice:form.more', { label }) };
  return (
    <form noValidate aria-label={t('invoice:form.add')} onSubmit={onSubmit} className="grid gap-5">
      <Field label={t('invoice:form.what')} group>
        <RadioCards
          value={what}
          onChange={choose}
          min={220}
          cards={[
            { value: 'credit' as What, label: t('invoice:item.credit') },
            ...services.map(({ code, price }) => ({
              value: code as What,
              label: t(`invoice:service.${code}`),
              description: t('invoice:form.perHour', { price: money(price) }),
            })),
          ]}
        />
      </Field>
      {what === 'credit' ? (
        <Controller
          key="credit"
          control={form.control}
          name="amount"
          render={({ field }) => (
            <AmountField
              label={label}
              value={field.value}
              onChange={(mills) => field.onChange(mills ?? undefined)}
              onBlur={field.onBlur}
              error={errors.amount?.message}
              help={credit && t('invoice:form.amountHelp', { min: money(credit.min), max: money(credit.max) })}
            />
          )}
        />
      ) : (
        <Controller
          key="hours"
          control={form.control}
          name="items.0.hours"
          render={({ field }) => (
            <Field label={label} error={errors.items?.[0]?.hours?.message}>
              <NumberInput value={field.value ?? null} onChange={field.onChange} onBlur={field.onBlur} min={1} {...steps} />
            </Field>
          )}
        />
      )}
      <Field label={t('invoice:form.description')} help={t('invoice:form.descriptionHelp')} error={errors.description?.message}>
        <TextInput {...form.register('description', { onChange: () => onDirty(true) })} autoComplete="off" />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p className="me-auto text-caption text-text-3">{t('invoice:form.validFor', { days: formatNumber(days, locale) })}</p>
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('invoice:form.submit')}
        </Button>
      </div>
    </form>
  );
}
