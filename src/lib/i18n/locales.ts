/** The languages of the product, in the order in which they are offered. */
export const locales = ['en', 'fa', 'ar', 'es'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en';

export type Direction = 'ltr' | 'rtl';

interface LocaleFacts {
  direction: Direction;
  /** The language's name in itself. */
  name: string;
  /** BCP 47 tag for `Intl`: with its digits and calendar. */
  intl: string;
  intlDate: string;
  /** In Open Graph format: language and territory. */
  openGraph: string;
}

export const localeFacts: Record<Locale, LocaleFacts> = {
  en: { direction: 'ltr', name: 'English', intl: 'en-US', intlDate: 'en-US', openGraph: 'en_US' },
  fa: { direction: 'rtl', name: 'فارسی', intl: 'fa-IR', intlDate: 'fa-IR-u-ca-persian', openGraph: 'fa_IR' },
  ar: { direction: 'rtl', name: 'العربية', intl: 'ar-u-nu-latn', intlDate: 'ar-u-nu-latn-ca-gregory', openGraph: 'ar_AR' },
  es: { direction: 'ltr', name: 'Español', intl: 'es', intlDate: 'es', openGraph: 'es_ES' },
};

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale);

/**
 * Picks the best language of an `Accept-Language` header (RFC 9110 section 12.5.4), ignoring regions.
 * Falls back to English, never throws.
 */
export function negotiateLocale(header: string | null | undefined): Locale {
  const ranked = (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...params] = part.trim().split(';');
      const weight = params.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean);
      return { language: tag.toLowerCase().split('-')[0], q: weight === undefined ? 1 : Number(weight), index };
    })
    .filter(({ language, q }) => isLocale(language) && q > 0)
    .sort((a, b) => b.q - a.q || a.index - b.index);
  return (ranked[0]?.language as Locale | undefined) ?? defaultLocale;
}
