import { Controller } from 'react-hook-form';
import { localeFacts, locales } from '../../../lib/i18n/locales.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { BrandForm } from './brandForm.ts';
import { InLanguage } from './InLanguage.tsx';

interface CardProps {
  form: BrandForm;
}
/** Characters of a text of the brand. */
const LONGEST = 300;
const TWO = 'grid gap-5 sm:grid-cols-2';

/** The names and what is said about the company, in each language. */
export function NamesCard({ form }: CardProps) {
  const t = useT();
  const { errors } = form.formState;
  return (
    <Card title={t('operatorBrand:names')} line>
      <div className={TWO}>
        {locales.map((locale) => (
          <Field
            key={locale}
            label={<InLanguage field={t('operatorBrand:field.name')} locale={locale} />}
            error={errors.name?.[locale]?.message}
          >
            <TextInput
              {...form.register(`name.${locale}`)}
              lang={locale}
              dir={localeFacts[locale].direction}
              maxLength={LONGEST}
              autoComplete="off"
            />
          </Field>
        ))}
        {locales.map((locale) => (
          <Field
            key={locale}
            label={<InLanguage field={t('operatorBrand:field.motto')} locale={locale} />}
            optional={t('common:optional')}
            error={errors.motto?.[locale]?.message}
          >
            <TextInput
              {...form.register(`motto.${locale}`)}
              lang={locale}
              dir={localeFacts[locale].direction}
              maxLength={LONGEST}
              autoComplete="off"
            />
          </Field>
        ))}
        <Field
          label={t('operatorBrand:field.legalName')}
          optional={t('common:optional')}
          help={t('operatorBrand:help.legalName')}
          error={errors.legalName?.message}
        >
          <TextInput {...form.register('legalName')} dir="auto" maxLength={LONGEST} autoComplete="off" />
        </Field>
      </div>
    </Card>
  );
}

/** How customers reach the company. */
export function ContactCard({ form }: CardProps) {
  const t = useT();
  const { errors } = form.formState;
  return (
    <Card title={t('operatorBrand:field.contact')} line>
      <div className={TWO}>
        <Field label={t('operatorBrand:field.email')} help={t('operatorBrand:help.email')} error={errors.contact?.email?.message}>
          <TextInput {...form.register('contact.email')} ltr inputMode="email" autoComplete="off" />
        </Field>
        <Field label={t('operatorBrand:field.phone')} optional={t('common:optional')} error={errors.contact?.phone?.message}>
          <TextInput {...form.register('contact.phone')} ltr inputMode="tel" autoComplete="off" />
        </Field>
      </div>
    </Card>
  );
}

/** When tickets and calls are answered. */
export function SupportCard({ form }: CardProps) {
  const t = useT();
  const { errors } = form.formState;
  const { officeHours, replyHours } = errors.support ?? {};
  return (
    <Card title={t('operatorBrand:field.support')} line>
      <div className="grid gap-5">
        <Checkbox
          {...form.register('support.aroundTheClock')}
          label={t('operatorBrand:field.aroundTheClock')}
          help={t('operatorBrand:help.aroundTheClock')}
        />
        <fieldset>
          <legend className="mb-2 text-ui font-semibold text-text">{t('operatorBrand:field.officeHours')}</legend>
          <div className={TWO}>
            {(['from', 'to'] as const).map((end) => (
              <Field key={end} label={t(`operatorBrand:field.${end}`)} error={officeHours?.[end]?.message}>
                <TextInput {...form.register(`support.officeHours.${end}`)} type="time" ltr />
              </Field>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="mb-2 text-ui font-semibold text-text">{t('operatorBrand:field.replyHours')}</legend>
          <div className="grid gap-5 sm:grid-cols-3">
            {(['included', 'priority', 'business'] as const).map((plan) => (
              <Field key={plan} label={t(`operatorBrand:field.${plan}`)} error={replyHours?.[plan]?.message}>
                <Amount
                  form={form}
                  name={`support.replyHours.${plan}`}
                  label={t(`operatorBrand:field.${plan}`)}
                  max={720}
                  min={1}
                  unit={t('operatorBrand:hours')}
                />
              </Field>
            ))}
          </div>
        </fieldset>
      </div>
    </Card>
  );
}

interface AmountProps extends CardProps {
  name: 'invoices.taxPercent' | `support.replyHours.${'included' | 'priority' | 'business'}`;
  label: string;
  min: number;
  max: number;
  unit: string;
}
function Amount({ form, name, label, min, max, unit }: AmountProps) {
  const t = useT();
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <NumberInput
          value={field.value ?? null}
          onChange={field.onChange}
          onBlur={field.onBlur}
          min={min}
          max={max}
          suffix={unit}
          decreaseLabel={t('catalogue:less', { label })}
          increaseLabel={t('catalogue:more', { label })}
        />
      )}
    />
  );
}

/** What is printed on invoices, and the currency, which stays. */
export function InvoicesCard({ form, currency }: CardProps & { currency: string }) {
  const t = useT();
  const { issuer, taxPercent } = form.formState.errors.invoices ?? {};
  return (
    <Card title={t('operatorBrand:field.invoices')} sub={t('operatorBrand:help.invoices')} line>
      <div className={TWO}>
        <Field label={t('operatorBrand:issuer')} error={issuer?.name?.message}>
          <TextInput {...form.register('invoices.issuer.name')} dir="auto" maxLength={LONGEST} autoComplete="off" />
        </Field>
        <Field label={t('operatorBrand:field.taxId')} error={issuer?.taxId?.message}>
          <TextInput {...form.register('invoices.issuer.taxId')} ltr maxLength={LONGEST} autoComplete="off" />
        </Field>
        <Field label={t('operatorBrand:field.address')} error={issuer?.address?.message} className="sm:col-span-2">
          <Textarea {...form.register('invoices.issuer.address')} dir="auto" rows={2} maxLength={LONGEST} autoComplete="off" />
        </Field>
        <Field label={t('operatorBrand:billingEmail')} error={issuer?.email?.message}>
          <TextInput {...form.register('invoices.issuer.email')} ltr inputMode="email" autoComplete="off" />
        </Field>
        <Field label={t('operatorBrand:field.taxPercent')} help={t('operatorBrand:help.taxPercent')} error={taxPercent?.message}>
          <Amount form={form} name="invoices.taxPercent" label={t('operatorBrand:field.taxPercent')} min={0} max={99} unit="%" />
        </Field>
        <Field label={t('operatorBrand:field.currency')} help={t('operatorBrand:error.currency')} disabled>
          <TextInput value={currency} ltr readOnly />
        </Field>
      </div>
    </Card>
  );
}
