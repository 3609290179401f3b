import { getEntry } from 'astro:content';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { factTexts, fill } from '../facts.ts';
import { faqExtract } from '../faq/content.ts';

/** The prose of the landing page in a language, with its figures filled in. Every language has one: a missing file fails the build. */
export async function landingContent(locale: Locale) {
  const entry = await getEntry('marketing', locale);
  const file = `src/content/marketing/${locale}.yaml`;
  if (!entry) throw new Error(`${file} is missing`);
  const text = fill(entry.data, factTexts(locale), file);
  return { ...text, faq: { ...text.faq, items: await faqExtract(locale, text.faq.items, file) } };
}
export type Landing = Awaited<ReturnType<typeof landingContent>>;
