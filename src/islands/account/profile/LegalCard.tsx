import type { UseFormReturn } from 'react-hook-form';
import type { ProfileForm } from '../../../lib/contract/account/profile.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

/** The company details on invoices. */
export function LegalCard({ form }: { form: UseFormReturn<ProfileForm> }) {
  const t = useT();
  const errors = form.formState.errors.legal;
  return (
    <Card title={t('profile:legal.title')} line>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('profile:field.legalName')} error={errors?.name?.message} className="sm:col-span-2">
          <TextInput {...form.register('legal.name')} autoComplete="organization" />
        </Field>
        <Field label={t('profile:field.legalNationalId')} error={errors?.nationalId?.message}>
          <TextInput {...form.register('legal.nationalId')} ltr autoComplete="off" />
        </Field>
        <Field label={t('profile:field.registrationNumber')} error={errors?.registrationNumber?.message}>
          <TextInput {...form.register('legal.registrationNumber')} ltr autoComplete="off" />
        </Field>
        <Field label={t('profile:field.economicCode')} optional={t('common:optional')} error={errors?.economicCode?.message}>
          <TextInput {...form.register('legal.economicCode')} ltr autoComplete="off" />
        </Field>
      </div>
    </Card>
  );
}
