import { defaultLocale, isLocale, type Locale, locales } from '../../lib/i18n/locales.ts';

/** The address of a public page in a language: `localePath('fa', '/docs')` is `/fa/docs`, English has no prefix. */
export function localePath(locale: Locale, path: string): string {
  const prefix = locale === defaultLocale ? '' : `/${locale}`;
  return path === '/' || path.startsWith('/#') ? `${prefix || '/'}${path.slice(1)}` : `${prefix}${path}`;
}

/** An address without its language and final slash: `/fa/docs/` → `/docs`, `/fa` → `/`. */
export function pagePath(pathname: string): string {
  const [, first, ...rest] = pathname.replace(/(\.html|\/)+$/, '').split('/');
  const parts = isLocale(first) ? rest : [first ?? '', ...rest];
  return `/${parts.join('/')}`;
}

/** The share image of a page, rendered by scripts/find.mjs. `ogImage('fa', '/docs')` is `/og/fa/docs.jpg`. */
export const ogImage = (locale: Locale, path: string): string => `/og/${locale}${path === '/' ? '/index' : path}.jpg`;

/** The Markdown version of a documentation page: `/fa/docs/dns-records/` → `/fa/docs/dns-records.md`. */
export const markdownPath = (pathname: string): string => `${pathname.replace(/(\.html|\/)+$/, '')}.md`;

/** `getStaticPaths` of a page that exists in every language: `[...locale]` is empty for English. */
export const localePaths = locales.map((locale) => ({
  params: { locale: locale === defaultLocale ? undefined : locale },
  props: { locale },
}));
