import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { pageData } from '../page.ts';
import type { Locale } from './locales.ts';
import { makeInstance, type Translate, translateWith } from './translator.ts';

// Only the server's build contains this import, which includes every language.
const server = import.meta.env.SSR ? await import('./server.ts') : null;

let browser: i18n | null = null;
let known: unknown = null;

/** The browser's single instance. Each page provides the texts it needs; those of earlier pages remain for the islands that persist. */
function browserInstance(): i18n {
  const data = pageData();
  if (!browser) {
    browser = makeInstance(data?.locale ?? 'en', data?.texts ?? {});
    known = data;
  } else if (data && data !== known) {
    known = data;
    for (const [namespace, texts] of Object.entries(data.texts)) browser.addResourceBundle(data.locale, namespace, texts, true, true);
  }
  return browser;
}

/** Tests provide the texts of a page. */
export function giveTexts(instance: i18n): void {
  browser = instance;
}

export const instanceFor = (locale: Locale): i18n => server?.instanceOf(locale) ?? browserInstance();

/** Wraps a server-rendered island: on a server there is no page to get the language from. */
export function LocaleRoot({ locale, children }: { locale: Locale; children: ReactNode }) {
  return <I18nextProvider i18n={instanceFor(locale)}>{children}</I18nextProvider>;
}

/** On a server, the root sets the language; in a browser it is constant, so changes don't have to be observed. */
const useInstance: () => i18n = import.meta.env.SSR ? () => useTranslation().i18n : browserInstance;

/** Returns texts in the language of the page: `t('dns:created')`. */
export function useT(): Translate {
  return translateWith(useInstance());
}

/** The language of the page, also while an island is rendered on the server. */
export function useLocale(): Locale {
  return useInstance().language as Locale; // made from one of ours
}

/** For code outside React, in the browser. */
export const t: Translate = (key, params) => translateWith(browserInstance())(key, params);

export const currentLocale = (): Locale => (browserInstance().language as Locale) || 'en'; // made from one of ours
