import type { APIRoute } from 'astro';
import type { DocsTitle } from '../../islands/shell/palette/items.ts';
import { docsPages } from '../../layouts/parts/docs/pages.ts';
import { type Locale, locales } from '../../lib/i18n/locales.ts';

export const prerender = true;
export const getStaticPaths = () => locales.map((locale) => ({ params: { locale }, props: { locale } }));

/** The pages of the documentation in a language, for the panel's palette. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props }) => {
  const titles = (await docsPages(props.locale)).map(
    ({ slug, entry: { data } }): DocsTitle => ({ slug, title: data.title, description: data.description }),
  );
  return Response.json(titles);
};
