import { createInstance, type i18n } from 'i18next';
import type { TextTree } from './bundles.ts';
import type { Namespace, TKey, TParams } from './keys.ts';
import type { Locale } from './locales.ts';

/** Says a text in one language: `t('dns:duplicate', { name })`. `count` in the params chooses the plural form. */
export type Translate = (key: TKey, params?: TParams) => string;

/**
 * Makes an i18next instance for one language whose missing keys fall back to English. Instances are never switched to another
 * language: on a server one instance serves many requests at once.
 *
 * @param texts the language's namespaces, as nested trees
 * @param english the fallback, when it is at hand (a browser gets a bundle in which the server has filled the holes already)
 */
export function makeInstance(
  locale: Locale,
  texts: Partial<Record<Namespace, TextTree>>,
  english?: Partial<Record<Namespace, TextTree>>,
): i18n {
  const instance = createInstance();
  void instance.init({
    lng: locale,
    fallbackLng: 'en',
    initAsync: false,
    ns: Object.keys(texts),
    defaultNS: 'common',
    // React escapes what it prints; mails and JSON must not be escaped twice.
    interpolation: { escapeValue: false },
    returnNull: false,
    resources: { ...(english && { en: english }), [locale]: texts } as never, // i18next types resources by key; ours are checked by a test
  });
  return instance;
}

export const translateWith = (instance: i18n): Translate => instance.t as unknown as Translate; // narrower than i18next's own overloads
