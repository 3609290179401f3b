import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localePath } from '../../src/layouts/parts/paths.ts';
import { locales } from '../../src/lib/i18n/locales.ts';

/**
 * A page that search engines may show, under its own address.
 * @typedef {{ locale: string, url: string, title: string, section: string, description: string, image: string | null,
 *   alternates: { language: string, url: string }[] }} PublicPage
 */

/** Pages for visitors that the server renders: no files, so they stand here, with the texts that are their titles. */
const rendered = [{ path: '/status', texts: 'status' }];

const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x27;': "'" };
const plain = (text) => text.replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity]);

/** What the head of a page says of it; null when it is not for search engines, or stands in for a page in another language. */
export function readPage(html, path) {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags = [...head.matchAll(/<(?:meta|link)\b[^>]*>/g)].map(([tag]) =>
    Object.fromEntries([...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, plain(value)])),
  );
  const meta = (name) => tags.find((tag) => tag.property === name || tag.name === name)?.content;
  const url = tags.find((tag) => tag.rel === 'canonical')?.href;
  if (meta('robots')?.includes('noindex') || !url || new URL(url).pathname.replace(/(.)\/$/, '$1') !== path) return null;
  return {
    locale: /<html[^>]* lang="([^"]+)"/.exec(html)?.[1] ?? 'en',
    url,
    title: meta('og:title') ?? '',
    section: meta('article:section') ?? '',
    description: meta('description') ?? '',
    image: meta('og:image') ?? null,
    alternates: tags.filter((tag) => tag.rel === 'alternate' && tag.hreflang).map((tag) => ({ language: tag.hreflang, url: tag.href })),
  };
}

/**
 * Every page that was built and may be found, and those that the server renders.
 * @param {string} folder of the built site
 * @param {string} origin
 * @returns {PublicPage[]} by address
 */
export function publicPages(folder, origin) {
  const built = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .flatMap((file) => {
      const path = `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '')}`;
      return readPage(readFileSync(join(folder, file), 'utf8'), path) ?? [];
    });
  const alternates = (path) => [
    ...locales.map((language) => ({ language, url: origin + localePath(language, path) })),
    { language: 'x-default', url: origin + path },
  ];
  const later = rendered.flatMap(({ path, texts }) =>
    locales.map((locale) => {
      const { title, description } = JSON.parse(readFileSync(`src/content/i18n/${locale}/${texts}.json`, 'utf8'));
      const url = origin + localePath(locale, path);
      return { locale, url, title, section: '', description, image: `${origin}/og/${locale}${path}.jpg`, alternates: alternates(path) };
    }),
  );
  return [...built, ...later].sort((a, b) => (a.url < b.url ? -1 : 1));
}

const quoted = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** sitemaps.org 0.9, with the languages of each page as search engines want them (xhtml:link). */
export const sitemap = (pages) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages
  .map(
    ({ url, alternates }) =>
      `<url><loc>${quoted(url)}</loc>${alternates
        .map((other) => `<xhtml:link rel="alternate" hreflang="${other.language}" href="${quoted(other.url)}"/>`)
        .join('')}</url>`,
  )
  .join('\n')}
</urlset>
`;

/** The rules of public/robots.txt, and where the sitemap is. */
export const robots = (rules, origin) => `${rules.trimEnd()}\n\nSitemap: ${origin}/sitemap.xml\n`;

/** The public origin that the site was built for, as astro.config.mjs has it. */
export const builtOrigin = () => new URL(process.env.ORIGIN || 'http://127.0.0.1:4321').origin;
