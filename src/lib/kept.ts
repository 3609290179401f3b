import type { Locale } from './i18n/locales.ts';

/**
 * Header with which the panel fetches its next page: the language of the shell that stays, then the namespaces whose texts the browser
 * has. The answer leaves both out, and the reads of the shell, which live events keep.
 */
export const KEPT_HEADER = 'x-panel-kept';

export const keptHeader = (locale: Locale, namespaces: readonly string[]): string => [locale, ...namespaces].join(' ');

/** The namespaces that the browser has; null when it needs a whole page: a first one, or one in another language. */
export function readKept(header: string | null, locale: Locale): ReadonlySet<string> | null {
  const [language, ...namespaces] = header?.split(' ') ?? [];
  return language === locale ? new Set(namespaces) : null;
}
