import { useEffect, useRef, useState } from 'react';
import { callQueryKey, queryClient, staleGroups, useWrite } from '../../../browser/api/query.ts';
import { useVersionedForm } from '../../../browser/forms/useVersionedForm.ts';
import type { BrandDocument } from '../../../config/brandDocument.ts';
import { type OperatorBrand, operatorBrand } from '../../../lib/contract/operator/operatorBrand.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { brandNoteLength, compareBrands } from '../../../lib/rules/operator/brandFields.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { SettingsBar } from '../../ui/SettingsBar.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { type BrandValues, fieldName, toDocument, toFormValues, valueText } from './brandForm.ts';
import { ColorsCard } from './ColorsCard.tsx';
import { ContactCard, InvoicesCard, NamesCard, SupportCard } from './FieldCards.tsx';
import { ImagesCard } from './ImagesCard.tsx';
import { LinksCard } from './LinksCard.tsx';
import { Preview } from './Preview.tsx';

const loadSchema = async () => (await import('../../../config/brandDocument.ts')).BrandDocument;
/** Fields that the form passes on. Their faults have no place of their own. */
const others = ['currency', 'popCodes', 'quotes', 'logos', 'docsEditUrl'] as const;

/** Stores the brand where the page reads it, so that the form doesn't show the former one until it is read again. */
export const cacheBrand = (current: OperatorBrand): void => {
  queryClient.setQueryData(callQueryKey(operatorBrand.get, {}), { current });
};

/** The messages of the faults in a part of the form. */
const messagesIn = (errors: unknown): string[] =>
  typeof errors !== 'object' || errors === null
    ? []
    : 'message' in errors && typeof errors.message === 'string'
      ? [errors.message]
      : Object.values(errors).flatMap(messagesIn);

/** The form, with a preview of what it contains. */
export function BrandEdit({ saved }: { saved: OperatorBrand }) {
  const t = useT();
  const locale = currentLocale();
  const [note, setNote] = useState('');
  const save = useWrite(operatorBrand.save, { notices: 'form' });
  const settings = useVersionedForm({
    schema: loadSchema,
    saved,
    valuesOf: ({ brand }): BrandDocument => toFormValues(brand),
    send: async (checked, version, { brand }) => {
      const input = { brand: toDocument(checked, brand), version, ...(note.trim() && { note }) };
      const { current } = await save.mutateAsync(input).catch((error) => {
        if (error.code === 'error:versionConflict') {
          // The version of somebody else, for the choice; the history has it too.
          cacheBrand(error.details.current as OperatorBrand);
          staleGroups(['operatorBrand']);
        }
        throw error;
      });
      cacheBrand(current);
      setNote('');
      return current;
    },
    conflictField: 'current',
    isNewer: (next, before) => next.version !== before.version,
  });
  const { form, start, dirty, theirs, message, set, onSubmit } = settings;
  const end = useRef<HTMLDivElement>(null);
  // The form is longer than the window, and its button always visible: the answer stands at its end.
  useEffect(() => {
    if (theirs || message) end.current?.scrollIntoView?.({ block: 'center' });
  }, [theirs, message]);
  const values = settings.values as BrandValues; // every value has a default
  const { errors } = form.formState;
  const unplaced = others.flatMap((name) => messagesIn(errors[name]).map((message) => `${fieldName(t, locale, name)}: ${message}`));
  return (
    <form noValidate aria-label={t('operatorBrand:title')} onSubmit={onSubmit} className="grid gap-[18px]">
      {!start.isWritable && <Banner tone="warning">{t('operatorBrand:readOnly')}</Banner>}
      {start.isBuiltIn && <Banner tone="info">{t('operatorBrand:builtIn')}</Banner>}
      {start.faults.length > 0 && (
        <Banner tone="danger">
          <p>{t('operatorBrand:invalidFile')}</p>
          <ul className="mt-1 list-disc ps-5">
            {start.faults.map(({ field, message }) => (
              <li key={field}>{field ? `${fieldName(t, locale, field)}: ${message}` : message}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_332px]">
        <div className="grid gap-[18px]">
          <NamesCard form={form} />
          <ColorsCard form={form} colors={values.colors} menus={start.menus} onChange={(name, color) => set(name, color)} />
          <ImagesCard form={form} logo={values.logo} shareImage={values.shareImage} onChange={(use, file) => set(use, file)} />
          <ContactCard form={form} />
          <SupportCard form={form} />
          <InvoicesCard form={form} currency={start.currency} />
          <LinksCard form={form} />
        </div>
        <Card title={t('operatorBrand:preview.title')} line className="lg:sticky lg:top-[calc(var(--top)+20px)]">
          <Preview values={values} />
        </Card>
      </div>
      {unplaced.length > 0 && (
        <Banner tone="danger" live>
          {unplaced.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Banner>
      )}
      {dirty && (
        <div ref={end}>
          <Field
            label={t('operatorBrand:field.note')}
            optional={t('common:optional')}
            help={t('operatorBrand:help.note')}
            className="max-w-[560px]"
          >
            <TextInput
              dir="auto"
              value={note}
              maxLength={brandNoteLength}
              autoComplete="off"
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </div>
      )}
      <SettingsBar
        form={settings}
        note={t('operatorBrand:dirty')}
        conflict={t('operatorBrand:conflict')}
        rowsOf={(theirs) =>
          compareBrands(toDocument(values, start.brand), theirs.brand).map(({ field, before, after }) => ({
            label: fieldName(t, locale, field),
            mine: valueText(t, locale, before),
            theirs: valueText(t, locale, after),
          }))
        }
      />
    </form>
  );
}
