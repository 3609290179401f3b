import { useEffect, useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import type { Profile } from '../../../lib/contract/account/auth.ts';
import { profile as calls, type ProfileForm as Values } from '../../../lib/contract/account/profile.ts';
import { countryOptions } from '../../../lib/format/countryOptions.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { LegalCard } from './LegalCard.tsx';

const schema = async () => (await import('../../../lib/contract/account/profile.ts')).ProfileForm;

const toFormValues = ({ accountType, firstName, lastName, country, nationalCode, postalCode, address, legal }: Profile): Values => ({
  accountType,
  firstName,
  lastName,
  country,
  nationalCode,
  postalCode,
  address,
  legal,
});

/** Name, address and legal details, saved together. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useT();
  const locale = currentLocale();
  const saved = toFormValues(profile);
  const form = useContractForm({ schema, defaultValues: saved });
  const { errors } = form.formState;
  const values = form.watch();
  const savedText = JSON.stringify(saved);
  const dirty = JSON.stringify(toFormValues({ ...profile, ...values })) !== savedText;
  useUnsavedGuard(dirty);
  // Saved by another window without local edits: the form updates.
  useEffect(() => {
    if (!form.formState.isDirty) form.reset(JSON.parse(savedText) as Values); // written two lines above from such values
  }, [form, savedText]);
  const countries = useMemo(() => countryOptions(locale), [locale]);

  const edit = useWrite(calls.edit, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checked) => {
    form.reset(toFormValues((await edit.mutateAsync(checked)).profile));
  });
  const isBusiness = values.accountType === 'business';
  return (
    <form noValidate aria-label={t('profile:title')} onSubmit={onSubmit} className="grid gap-[18px]">
      <Card title={t('profile:kind.title')} line>
        <Controller
          control={form.control}
          name="accountType"
          render={({ field }) => (
            <RadioCards
              label={t('profile:kind.title')}
              value={field.value}
              onChange={field.onChange}
              min={220}
              cards={[
                { value: 'personal', label: t('profile:kind.personal'), description: t('profile:kind.personalHint') },
                { value: 'business', label: t('profile:kind.business'), description: t('profile:kind.businessHint') },
              ]}
            />
          )}
        />
      </Card>
      <Card title={isBusiness ? t('profile:person.business') : t('profile:person.title')} line>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('profile:field.firstName')} error={errors.firstName?.message}>
            <TextInput {...form.register('firstName')} autoComplete="given-name" />
          </Field>
          <Field label={t('profile:field.lastName')} error={errors.lastName?.message}>
            <TextInput {...form.register('lastName')} autoComplete="family-name" />
          </Field>
          <Field label={t('profile:field.country')} error={errors.country?.message}>
            <Controller
              control={form.control}
              name="country"
              render={({ field }) => (
                <Combobox
                  label={t('profile:field.country')}
                  closeLabel={t('common:close')}
                  emptyText={t('profile:field.countryEmpty')}
                  placeholder={t('profile:field.countryNone')}
                  value={field.value || null}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  options={countries}
                />
              )}
            />
          </Field>
          {values.country === 'IR' && (
            <Field label={t('profile:field.nationalCode')} help={t('profile:field.nationalCodeHelp')} error={errors.nationalCode?.message}>
              <TextInput {...form.register('nationalCode')} ltr inputMode="numeric" autoComplete="off" />
            </Field>
          )}
        </div>
      </Card>
      {isBusiness && <LegalCard form={form} />}
      <Card title={t('profile:address.title')} line>
        <div className="grid gap-5">
          <Field label={t('profile:field.address')} error={errors.address?.message}>
            <Textarea {...form.register('address')} autoComplete="street-address" />
          </Field>
          <Field label={t('profile:field.postalCode')} error={errors.postalCode?.message} className="max-w-60">
            <TextInput {...form.register('postalCode')} ltr autoComplete="postal-code" />
          </Field>
        </div>
      </Card>
      <SaveBar faults={faults} message={message} note={dirty && t('profile:dirty')} busy={busy} saveLabel={t('common:save')}>
        {dirty && <Button onClick={() => form.reset(saved)}>{t('common:discard')}</Button>}
      </SaveBar>
    </form>
  );
}
