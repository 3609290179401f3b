import { getEntry } from 'astro:content';
import type { Locale } from '../../../lib/i18n/locales.ts';

/** The prose of the landing page in a language. Every language has one: a missing file fails the build. */
export async function landingContent(locale: Locale) {
  const entry = await getEntry('marketing', locale);
  if (!entry) throw new Error(`src/content/marketing/${locale}.yaml is missing`);
  return entry.data;
}
export type Landing = Awaited<ReturnType<typeof landingContent>>;
