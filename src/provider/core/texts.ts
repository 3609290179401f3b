import { defaultLocale, type Locale, locales } from '../../lib/i18n/locales.ts';
import type { Texts } from '../db/tables/core/status.ts';

/** The text in the requested language, else in English, else in a language that it was written in. */
export function inLanguage(texts: Texts, locale: Locale): { text: string; language: Locale } {
  const language = [locale, defaultLocale, ...locales].find((one) => texts[one]) ?? defaultLocale;
  return { text: texts[language] ?? '', language };
}

/** Leaves out texts that are empty in a form. */
export const writtenTexts = ({ en, ...others }: { en: string } & { [L in Locale]?: string | undefined }): Texts & { en: string } => ({
  en,
  ...Object.fromEntries(Object.entries(others).filter(([, text]) => text)),
});
