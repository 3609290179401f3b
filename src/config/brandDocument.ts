import { z } from 'zod';
import { key } from '../lib/i18n/key.ts';
import { builtInBrand } from './builtInBrand.ts';

// Control characters, and those that turn the direction of the text around a name.
const optionalText = z
  .string()
  .trim()
  .max(300)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$/, key('operatorBrand:error.control'));
const text = optionalText.min(1);
const inEachLanguage = z.strictObject({ en: text, fa: text, ar: text, es: text });
const color = z.string().regex(/^#[\da-f]{6}$/i, key('operatorBrand:error.color'));
const colors = z.strictObject({ brand: color, brandHover: color, brandText: color, onBrand: color });
const link = z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?!\/)[^\s"'<>\\]*$/)], {
  error: key('operatorBrand:error.link'),
});
const email = z.email(key('operatorBrand:error.email')).max(254);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, key('operatorBrand:error.time'));
const hours = z.int().min(1).max(720);
const popCode = z.string().regex(/^[A-Z]{2,4}$/, key('operatorBrand:error.popCode'));
/** The name of an image beside `brand.json`. */
export const ImageName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.(svg|png)$/, key('operatorBrand:error.fileName'));

/** The colors of both themes. Their contrast is checked in brandFile.ts: it depends on the style sheet. */
export const BrandThemes = z.strictObject({ light: colors, dark: colors });

/**
 * A `brand.json` (docs/operations.md, "White label"). It stays as it was written: what is left out has the value of the built-in brand
 * (brandFile.ts).
 */
export const BrandDocument = z
  .strictObject({
    name: inEachLanguage,
    legalName: optionalText.optional(),
    motto: z.strictObject({ en: optionalText, fa: optionalText, ar: optionalText, es: optionalText }).optional(),
    contact: z.strictObject({
      email,
      phone: z
        .string()
        .regex(/^(\+?[\d ()-]{3,30})?$/, key('operatorBrand:error.phone'))
        .nullish(),
    }),
    support: z
      .strictObject({
        aroundTheClock: z.boolean().optional(),
        officeHours: z
          .strictObject({ from: time, to: time })
          .refine(({ from, to }) => from !== to, { error: key('operatorBrand:error.officeHours'), path: ['to'] })
          .optional(),
        replyHours: z
          .strictObject({ included: hours, priority: hours, business: hours })
          .refine(({ included, priority }) => included >= priority, { error: key('operatorBrand:error.replyHours'), path: ['priority'] })
          .refine(({ priority, business }) => priority >= business, { error: key('operatorBrand:error.replyHours'), path: ['business'] })
          .optional(),
      })
      .optional(),
    invoices: z.strictObject({
      issuer: z.strictObject({ name: text, address: text, taxId: text, email }),
      taxPercent: z.number().min(0).max(99).multipleOf(0.01, key('operatorBrand:error.taxPercent')),
    }),
    colors: BrandThemes.optional(),
    currency: z
      .strictObject({
        code: z.string().regex(/^[A-Z]{3}$/, key('operatorBrand:error.currencyCode')),
        divisor: z.number().refine((value) => [1, 10, 100, 1000].includes(value), key('operatorBrand:error.divisor')),
        minorDigits: z.int().min(0).max(3),
      })
      .optional(),
    popCodes: z.array(popCode).max(4).optional(),
    links: z
      .array(z.strictObject({ label: inEachLanguage, href: link }))
      .max(20)
      .optional(),
    social: z
      .array(z.strictObject({ label: text, href: link }))
      .max(20)
      .optional(),
    quotes: z
      .array(z.strictObject({ text: inEachLanguage, name: text, role: inEachLanguage }))
      .max(10)
      .optional(),
    logos: z
      .array(z.strictObject({ file: ImageName, name: text }))
      .max(20)
      .optional(),
    docsEditUrl: z.url({ protocol: /^https?$/, error: key('operatorBrand:error.link') }).nullish(),
    logo: ImageName.nullish(),
    shareImage: ImageName.nullish(),
  })
  .meta({ id: 'BrandDocument' });
export type BrandDocument = z.output<typeof BrandDocument>;

const { name, legalName, motto, contact, support, invoices, colors: themes, currency, popCodes } = builtInBrand;
/** The built-in brand in the form of a `brand.json`. */
export const builtInDocument: BrandDocument = {
  name,
  legalName,
  motto,
  contact,
  support,
  invoices: { issuer: invoices.issuer, taxPercent: invoices.taxRate / 100 },
  colors: themes,
  currency,
  popCodes: [...popCodes],
};
