import type { APIRoute } from 'astro';
import { type FindTexts, makeIndex } from '../../browser/find/index.ts';
import { docsPages } from '../../layouts/parts/docs/pages.ts';
import { bundles } from '../../lib/i18n/bundles.ts';
import { defaultLocale, type Locale, locales } from '../../lib/i18n/locales.ts';

export const prerender = true;
export const getStaticPaths = () => locales.map((locale) => ({ params: { locale }, props: { locale } }));

/** The names that the palette and the documentation search use, in a language. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale } }) => {
  const pages = (await docsPages(locale)).map(({ slug, entry: { data } }) => ({
    slug,
    title: data.title,
    description: data.description,
  }));
  const [own, english] = [bundles[locale].find, bundles[defaultLocale].find] as unknown as [FindTexts, FindTexts]; // the file's keys are checked against English
  return Response.json(makeIndex(own, pages, english.word));
};
