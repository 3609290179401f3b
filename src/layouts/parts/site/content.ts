import { getEntry } from 'astro:content';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { factTexts, fill } from '../facts.ts';
import type { SitePage } from './pages.ts';

/** A page of the site in a language, with its figures filled in. Every language has every page: a missing file fails the build. */
export async function siteContent(locale: Locale, page: SitePage) {
  const entry = await getEntry('site', `${locale}/${page}`);
  const file = `src/content/site/${locale}/${page}.yaml`;
  if (!entry) throw new Error(`${file} is missing`);
  return fill(entry.data, factTexts(locale), file);
}
