import type { Locale } from './i18n/locales.ts';

/**
 * Header for loading the panel's next page: the language of the persistent shell, then the namespaces whose texts the browser
 * has. The response omits both, and the reads of the shell, which live events keep up to date.
 */
export const CACHED_TEXTS_HEADER = 'x-panel-kept';

/** Beside it, when the shell shows somebody else's account: the server then reads the role before the page. */
export const ACTING_HEADER = 'x-panel-acting';

export const cachedTextsHeader = (locale: Locale, namespaces: readonly string[]): string => [locale, ...namespaces].join(' ');

/** The namespaces that the browser has; null if it needs a whole page: the first one, or one in another language. */
export function readPersistedShell(header: string | null, locale: Locale): ReadonlySet<string> | null {
  const [language, ...namespaces] = header?.split(' ') ?? [];
  return language === locale ? new Set(namespaces) : null;
}
