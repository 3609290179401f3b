import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { formatNumber } from '../../../lib/format/number.ts';
import { localeFacts, locales } from '../../../lib/i18n/locales.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { BrandForm } from './brandForm.ts';
import { InLanguage } from './InLanguage.tsx';

const MOST = 20;

/** The additional links in the footer, and the profiles elsewhere. */
export function LinksCard({ form }: { form: BrandForm }) {
  const t = useT();
  const number = (place: number) => formatNumber(place + 1, currentLocale());
  const links = useFieldArray({ control: form.control, name: 'links' });
  const social = useFieldArray({ control: form.control, name: 'social' });
  const { errors } = form.formState;
  return (
    <>
      <Card
        title={t('operatorBrand:field.links')}
        line
        actions={
          <Button
            size="sm"
            icon={Plus}
            disabled={links.fields.length >= MOST}
            onClick={() => links.append({ label: { en: '', fa: '', ar: '', es: '' }, href: '' })}
          >
            {t('operatorBrand:addLink')}
          </Button>
        }
      >
        <div className="grid gap-6">
          {links.fields.length === 0 && <p className="text-ui text-text-3">{t('operatorBrand:noLinks')}</p>}
          {links.fields.map(({ id }, place) => (
            <fieldset key={id} className="flex items-start gap-3">
              <legend className="mb-2 text-ui font-semibold text-text">{t('operatorBrand:link', { n: number(place) })}</legend>
              <div className="grid flex-1 gap-4 sm:grid-cols-2">
                {locales.map((locale) => (
                  <Field
                    key={locale}
                    label={<InLanguage field={t('operatorBrand:field.label')} locale={locale} />}
                    error={errors.links?.[place]?.label?.[locale]?.message}
                  >
                    <TextInput
                      {...form.register(`links.${place}.label.${locale}`)}
                      lang={locale}
                      dir={localeFacts[locale].direction}
                      autoComplete="off"
                    />
                  </Field>
                ))}
                <Field label={t('operatorBrand:field.href')} error={errors.links?.[place]?.href?.message} className="sm:col-span-2">
                  <TextInput {...form.register(`links.${place}.href`)} ltr inputMode="url" autoComplete="off" />
                </Field>
              </div>
              <IconButton
                icon={Trash2}
                label={t('operatorBrand:removeLink', { n: number(place) })}
                className="mt-7"
                onClick={() => links.remove(place)}
              />
            </fieldset>
          ))}
        </div>
      </Card>
      <Card
        title={t('operatorBrand:field.social')}
        line
        actions={
          <Button size="sm" icon={Plus} disabled={social.fields.length >= MOST} onClick={() => social.append({ label: '', href: '' })}>
            {t('operatorBrand:addProfile')}
          </Button>
        }
      >
        <div className="grid gap-6">
          {social.fields.length === 0 && <p className="text-ui text-text-3">{t('operatorBrand:noProfiles')}</p>}
          {social.fields.map(({ id }, place) => (
            <fieldset key={id} className="flex items-start gap-3">
              <legend className="mb-2 text-ui font-semibold text-text">{t('operatorBrand:profile', { n: number(place) })}</legend>
              <div className="grid flex-1 gap-4 sm:grid-cols-2">
                <Field label={t('operatorBrand:field.label')} error={errors.social?.[place]?.label?.message}>
                  <TextInput {...form.register(`social.${place}.label`)} dir="auto" autoComplete="off" />
                </Field>
                <Field label={t('operatorBrand:field.href')} error={errors.social?.[place]?.href?.message}>
                  <TextInput {...form.register(`social.${place}.href`)} ltr inputMode="url" autoComplete="off" />
                </Field>
              </div>
              <IconButton
                icon={Trash2}
                label={t('operatorBrand:removeProfile', { n: number(place) })}
                className="mt-7"
                onClick={() => social.remove(place)}
              />
            </fieldset>
          ))}
        </div>
      </Card>
    </>
  );
}
