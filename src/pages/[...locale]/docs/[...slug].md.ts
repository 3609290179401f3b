import type { APIRoute } from 'astro';
import { exportedPage } from '../../../layouts/parts/docs/export.ts';
import { docsPages } from '../../../layouts/parts/docs/pages.ts';
import { localePaths } from '../../../layouts/parts/paths.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';

export const prerender = true;

interface Props {
  locale: Locale;
  slug: string;
}

export async function getStaticPaths() {
  const slugs = (await docsPages('en', { all: true })).map(({ slug }) => slug);
  return localePaths.flatMap(({ params, props }) => slugs.map((slug) => ({ params: { ...params, slug }, props: { ...props, slug } })));
}

/** A page of the documentation as Markdown, in its language or in English. */
export const GET: APIRoute<Props> = async ({ props: { locale, slug }, site }) => {
  const page = (await docsPages(locale, { all: true })).find((one) => one.slug === slug);
  if (!page || !site) throw new Error(`The documentation has no page ${slug}`);
  return new Response(exportedPage(page, site), { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
};
