import { createInstance, type FormatterModule, type i18n } from 'i18next';
import { numberFormat } from '../format/intl.ts';
import { isolateIn } from '../format/isolate.ts';
import { nameToUnicode } from '../format/punycode.ts';
import type { TextTree } from './bundles.ts';
import type { Namespace, TKey, TParams } from './keys.ts';
import { type Locale, localeFacts, locales } from './locales.ts';

/** Params with protocol numbers: they are displayed, typed and searched for with Latin digits in every language. */
const technical: ReadonlySet<unknown> = new Set(['status', 'port', 'ttl', 'prefix', 'code']);

/** Params with names of domains and hosts, which are stored in ASCII. */
const names: ReadonlySet<unknown> = new Set(['domain', 'name', 'zone', 'host']);

/**
 * Rules return their limits as numbers, independent of the language: Persian and Arabic texts show them in the digits that the
 * reader has selected. Values that are already formatted are strings and don't change, except for names in another script. In these
 * languages strings are isolated: a domain, an address or an amount would otherwise be reordered with the text around it.
 */
const values: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format(value, _, lng, options) {
    const locale = locales.find((one) => one === lng) ?? 'en';
    if (typeof value === 'string') return isolateIn(names.has(options?.interpolationkey) ? nameToUnicode(value) : value, locale);
    return typeof value === 'number' && localeFacts[locale].direction === 'rtl' && !technical.has(options?.interpolationkey)
      ? numberFormat(locale, { useGrouping: locale === 'fa' }).format(value)
      : value;
  },
};

/** Returns a text in one language: `t('dns:duplicate', { name })`. `count` in the params selects the plural form. */
export type Translate = (key: TKey, params?: TParams) => string;

/**
 * Creates an i18next instance for one language, with English as the fallback for missing keys. Instances never switch to another
 * language: on a server, one instance serves many requests in parallel.
 *
 * @param texts the language's namespaces, as nested trees
 * @param english the fallback, if available (the server has already filled the gaps in the texts for a browser)
 */
export function makeInstance(
  locale: Locale,
  texts: Partial<Record<Namespace, TextTree>>,
  english?: Partial<Record<Namespace, TextTree>>,
): i18n {
  const instance = createInstance().use(values);
  void instance.init({
    lng: locale,
    fallbackLng: 'en',
    initAsync: false,
    ns: Object.keys(texts),
    defaultNS: 'common',
    // React escapes its output; emails and JSON must not be escaped twice.
    interpolation: { escapeValue: false, alwaysFormat: true },
    returnNull: false,
    resources: { ...(english && { en: english }), [locale]: texts } as never, // i18next types resources by key; ours are checked by a test
  });
  return instance;
}

const made = new WeakMap<i18n, Translate>();
/**
 * The texts of an instance. Texts without values are cached: i18next parses each key again, and screens use the same texts
 * in every render.
 */
export function translateWith(instance: i18n): Translate {
  const there = made.get(instance);
  if (there) return there;
  const format = instance.t as unknown as Translate; // narrower than i18next's own overloads
  const known = new Map<TKey, string>();
  instance.store.on('added', () => known.clear());
  const translate: Translate = (key, params) => {
    if (params) return format(key, params);
    let text = known.get(key);
    if (text === undefined) {
      text = format(key);
      known.set(key, text);
    }
    return text;
  };
  made.set(instance, translate);
  return translate;
}
