import type { APIRoute } from 'astro';
import { brand } from '../../../config/brand.ts';
import { loadChangelog } from '../../../layouts/parts/docs/changes.ts';
import { localePath, localePaths } from '../../../layouts/parts/paths.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

export const prerender = true;
export const getStaticPaths = () => localePaths.map(({ params, props }) => ({ params: { ...params, feed: 'changelog' }, props }));

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** The changelog as RSS 2.0, one feed per language. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale }, site }) => {
  const t = translator(locale);
  const page = new URL(localePath(locale, '/docs/changelog'), site).href;
  const items = (await loadChangelog(locale)).map(
    ({ slug, entry: { data } }) =>
      `<item><title>${escaped(data.title)}</title><link>${page}#${slug}</link><guid>${page}#${slug}</guid><pubDate>${data.date.toUTCString()}</pubDate><description>${escaped(data.description)}</description></item>`,
  );
  const title = escaped(`${brand.name[locale]}: ${t('docs:changelog.title')}`);
  const about = `<title>${title}</title><link>${page}</link><description>${escaped(t('docs:changelog.description'))}</description><language>${locale}</language>`;
  const self = `<atom:link href="${page}.xml" rel="self" type="application/rss+xml"/>`;
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${about}${self}${items.join('')}</channel></rss>\n`,
    { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } },
  );
};
