import type { i18n } from 'i18next';
import { type Bundle, bundles, type TextTree } from './bundles.ts';
import { type Locale, locales } from './locales.ts';
import { makeInstance, type Translate, translateWith } from './translator.ts';

let texts: Record<Locale, Bundle> = bundles;
let instances = new Map<Locale, i18n>();
let laid: unknown = null;

/** All texts of a language: the built-in ones, overridden by those of the provider. Server only: it contains all four languages. */
export const localeTexts = (locale: Locale): Bundle => texts[locale];

/** The i18next instance of a language with all of its texts. */
export function localeInstance(locale: Locale): i18n {
  let instance = instances.get(locale);
  if (!instance) {
    instance = makeInstance(locale, texts[locale], texts.en);
    instances.set(locale, instance);
  }
  return instance;
}

export const translator = (locale: Locale): Translate => translateWith(localeInstance(locale));

/** The response to `GET /translations/all`. */
export type ProviderTexts = readonly { language: string; translations: unknown }[];

/** Overlays the provider's texts on the built-in ones. Unknown languages and keys, and values that aren't texts, are ignored. */
export function overlayTexts(provided: ProviderTexts | null): void {
  if (provided === laid) return;
  laid = provided;
  const next = { ...bundles };
  for (const { language, translations } of provided ?? []) {
    const locale = locales.find((known) => known === language);
    if (locale) next[locale] = merge(bundles[locale], translations) as Bundle; // merging keeps the shape of the built-in texts
  }
  texts = next;
  instances = new Map();
}

function merge(own: TextTree, over: unknown): TextTree {
  if (typeof over !== 'object' || over === null) return own;
  return Object.fromEntries(
    Object.entries(own).map(([name, text]) => {
      const other = Object.hasOwn(over, name) ? (over as Record<string, unknown>)[name] : undefined; // an object, as checked
      if (typeof text !== 'string') return [name, merge(text, other)];
      return [name, typeof other === 'string' && other.trim() ? other : text];
    }),
  );
}
