import type { i18n } from 'i18next';
import { bundles } from './bundles.ts';
import type { Locale } from './locales.ts';
import { makeInstance, type Translate, translateWith } from './translator.ts';

const instances = new Map<Locale, i18n>();

/** The i18next instance of a language with every text in it. Server only: it holds all four languages. */
export function instanceOf(locale: Locale): i18n {
  let instance = instances.get(locale);
  if (!instance) {
    instance = makeInstance(locale, bundles[locale], bundles.en);
    instances.set(locale, instance);
  }
  return instance;
}

export const translator = (locale: Locale): Translate => translateWith(instanceOf(locale));
