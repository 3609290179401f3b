import type { ContractForm } from '../../../browser/forms/useContractForm.ts';
import type { BrandDocument } from '../../../config/brandDocument.ts';
import { builtInBrand } from '../../../config/builtInBrand.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { isLocale, type Locale, localeFacts } from '../../../lib/i18n/locales.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import type { BrandFieldChange } from '../../../lib/rules/operator/brandFields.ts';

export type BrandForm = ContractForm<typeof BrandDocument>;

/** A brand with every value that the form shows. The others stay as they are in the file. */
export function toFormValues(document: BrandDocument) {
  const { support } = document;
  return {
    ...document,
    legalName: document.legalName ?? '',
    motto: document.motto ?? { en: '', fa: '', ar: '', es: '' },
    contact: { email: document.contact.email, phone: document.contact.phone ?? '' },
    support: { ...builtInBrand.support, ...support },
    colors: document.colors ?? builtInBrand.colors,
    links: document.links ?? [],
    social: document.social ?? [],
    logo: document.logo ?? null,
    shareImage: document.shareImage ?? null,
  };
}
export type BrandValues = ReturnType<typeof toFormValues>;

type Part = Record<string, unknown>;
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Leaves out what the file left out, if it still has the value that it has without. */
const withoutDefaults = (values: Part, file: Part, defaults: Part): Part =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const [before, usual] = [file[name], defaults[name]];
      if (before === undefined) return JSON.stringify(value) === JSON.stringify(usual) ? [] : [[name, value]];
      return [[name, isPart(value) && isPart(before) ? withoutDefaults(value, before, isPart(usual) ? usual : {}) : value]];
    }),
  );

const withoutEmpty = (part: Part): Part => Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null && value !== ''));

/** The document that the form makes of one. */
export function toDocument(values: BrandDocument, file: BrandDocument): BrandDocument {
  const { name, contact, invoices, motto } = values;
  const usual = toFormValues({ name, contact: { email: contact.email }, invoices });
  const { motto: _, ...rest } = withoutDefaults({ ...values, contact: withoutEmpty(contact) }, file, usual);
  const hasMotto = motto !== undefined && Object.values(motto).some((text) => text !== '');
  return withoutEmpty({ ...rest, ...(hasMotto && { motto }) }) as BrandDocument; // required fields aren't empty
}

/** The name of a field, as in “Links · 1 · Label · English”. */
export const fieldName = (t: Translate, locale: Locale, field: string): string =>
  field
    .split('.')
    .map((part) => {
      if (/^\d+$/.test(part)) return formatNumber(Number(part) + 1, locale);
      if (isLocale(part)) return localeFacts[part].name;
      const label = t(`operatorBrand:field.${part}` as TKey); // one that was written on the server may not exist
      return label === `field.${part}` ? part : label;
    })
    .join(' · ');

export function valueText(t: Translate, locale: Locale, value: BrandFieldChange['after']): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return t(value ? 'log:value.on' : 'log:value.off');
  return typeof value === 'number' ? formatNumber(value, locale, { maximumFractionDigits: 2 }) : value;
}
