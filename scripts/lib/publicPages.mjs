import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInCatalog, catalogValues } from '../../src/adapter/catalogValues.ts';
import { legalValues } from '../../src/adapter/legalValues.ts';
import { builtInBrand } from '../../src/config/brand.ts';
import { brandValues } from '../../src/config/brandValues.ts';
import { localePath, ogImage } from '../../src/layouts/parts/paths.ts';
import { defaultLocale, locales } from '../../src/lib/i18n/locales.ts';
import { fillPlaceholders, joinValues } from '../../src/lib/rules/core/placeholders.ts';

/** What the share images, the sitemap and the search index say: they are built once. */
export const builtInValues = joinValues(brandValues(builtInBrand, []), catalogValues(builtInCatalog), legalValues({}));

/**
 * A page that search engines may index, at its canonical URL.
 * @typedef {{ locale: string, url: string, title: string, section: string, description: string, image: string | null }} PublicPage
 */

/** Public pages rendered on the server. The build has no HTML for them, so they are listed here with the file that has their title. */
const rendered = [
  { path: '/status', texts: 'status' },
  { path: '/edge-addresses', texts: 'edgeAddresses' },
];

const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x27;': "'" };
const plain = (text) => text.replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity]);

/** Parses the head of a page. Null if it has `noindex`, or if its canonical URL is that of the same page in another language. */
export function readPage(built, path) {
  const html = fillPlaceholders(built, 'html', builtInValues);
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
  };
}

/**
 * All indexable pages of the build, and the server-rendered ones.
 * @param {string} folder of the built site
 * @param {string} origin
 * @returns {PublicPage[]} sorted by URL
 */
export function publicPages(folder, origin) {
  const built = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .flatMap((file) => {
      const path = `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '')}`;
      return readPage(readFileSync(join(folder, file), 'utf8'), path) ?? [];
    });
  const later = rendered.flatMap(({ path, texts }) =>
    locales.map((locale) => {
      const { title, description } = JSON.parse(readFileSync(`src/content/i18n/${locale}/core/${texts}.json`, 'utf8'));
      const url = origin + localePath(locale, path);
      return { locale, url, title, section: '', description, image: origin + ogImage(locale, path) };
    }),
  );
  return [...built, ...later].sort((a, b) => (a.url < b.url ? -1 : 1));
}

/**
 * Options of @astrojs/sitemap. By default it lists every page that Astro knows, including the panel's, and adds trailing slashes to URLs.
 * @param {string} folder of the built site; it is read when the pages have been written
 * @param {string} origin
 */
export function sitemapOptions(folder, origin) {
  const withoutSlash = (url) => (url === `${origin}/` ? url : url.replace(/\/$/, ''));
  let indexed;
  return {
    customPages: rendered.flatMap(({ path }) => locales.map((locale) => `${origin}${localePath(locale, path)}/`)),
    filter: (url) => {
      indexed ??= new Set(publicPages(folder, origin).map((page) => page.url));
      return indexed.has(withoutSlash(url));
    },
    i18n: { defaultLocale, locales: Object.fromEntries(locales.map((locale) => [locale, locale])) },
    namespaces: { xhtml: true, news: false, image: false, video: false },
    serialize: (page) => ({
      ...page,
      url: withoutSlash(page.url),
      links: page.links?.map((link) => ({ ...link, url: withoutSlash(link.url) })),
    }),
  };
}

/** The rules of public/robots.txt, and the URL of the sitemap. */
export const robots = (rules, origin) => `${rules.trimEnd()}\n\nSitemap: ${origin}/sitemap-index.xml\n`;
