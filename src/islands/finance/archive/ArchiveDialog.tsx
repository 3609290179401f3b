import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { archive, type ArchiveForm as Values } from '../../../lib/contract/finance/archive.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { addMonths, monthKey, monthsBetween } from '../../../lib/rules/core/month.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const loadSchema = async () => (await import('../../../lib/contract/finance/archive.ts')).ArchiveForm;

export default function ArchiveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <EditDialog open={open} onClose={onClose} title={t('archive:add')}>
      {(callbacks) => <ArchiveForm {...callbacks} />}
    </EditDialog>
  );
}

/** The months to select from, newest first. */
const MONTHS = 24;

/** The period, and the recipient of its invoices. */
function ArchiveForm({ onDirty, onDone }: { onDirty: (dirty: boolean) => void; onDone: () => void }) {
  const t = useT();
  const locale = currentLocale();
  const current = monthKey(Date.now());
  const last = addMonths(current, -1);
  const defaultValues: Values = {
    from: last,
    to: last,
    accountType: 'personal',
    name: '',
    nationalCode: '',
    economicCode: '',
    postalCode: '',
    address: '',
    description: '',
  };
  const form = useContractForm({ schema: loadSchema, defaultValues });
  const { isDirty, errors } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const create = useWrite(archive.create, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    await create.mutateAsync(values);
    onDirty(false);
    onDone();
  });
  const isBusiness = form.watch('accountType') === 'business';
  const months = monthsBetween(addMonths(current, 1 - MONTHS), current)
    .reverse()
    .map((month) => ({ value: month, label: formatMonth(month, locale) }));
  const month = (name: 'from' | 'to') => (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Field label={t(`archive:form.${name}`)} error={errors[name]?.message}>
          <Combobox
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            options={months}
            label={t(`archive:form.${name}`)}
            closeLabel={t('common:close')}
            emptyText={t('archive:error.month')}
          />
        </Field>
      )}
    />
  );
  return (
    <form noValidate aria-label={t('archive:add')} onSubmit={onSubmit} className="grid gap-5">
      <p className="text-help text-text-2">{t('archive:form.help')}</p>
      <div className="grid gap-[18px] sm:grid-cols-2">
        {month('from')}
        {month('to')}
      </div>
      <Controller
        control={form.control}
        name="accountType"
        render={({ field }) => (
          <Segmented
            value={field.value}
            onChange={field.onChange}
            label={t('archive:form.type')}
            segments={(['personal', 'business'] as const).map((value) => ({ value, label: t(`archive:form.${value}`) }))}
          />
        )}
      />
      <Field label={t(isBusiness ? 'archive:form.company' : 'archive:form.name')} error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete={isBusiness ? 'organization' : 'name'} />
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field label={t(isBusiness ? 'archive:form.companyId' : 'archive:form.nationalId')} error={errors.nationalCode?.message}>
          <TextInput {...form.register('nationalCode')} ltr autoComplete="off" />
        </Field>
        {isBusiness && (
          <Field label={t('archive:form.economicCode')} error={errors.economicCode?.message}>
            <TextInput {...form.register('economicCode')} ltr autoComplete="off" />
          </Field>
        )}
        <Field label={t('archive:form.postalCode')} error={errors.postalCode?.message}>
          <TextInput {...form.register('postalCode')} ltr autoComplete="postal-code" />
        </Field>
      </div>
      <Field label={t('archive:form.address')} error={errors.address?.message}>
        <Textarea {...form.register('address')} rows={2} autoComplete="street-address" />
      </Field>
      <Field label={t('archive:form.description')} optional={t('common:optional')} error={errors.description?.message}>
        <TextInput {...form.register('description')} autoComplete="off" />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('archive:form.submit')}
        </Button>
      </div>
    </form>
  );
}
