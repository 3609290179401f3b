import type { i18n } from 'i18next';
import { type ReactNode, useContext } from 'react';
import { I18nContext, I18nextProvider } from 'react-i18next';
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

/** Provides the texts of a page. @internal only for tests */
export function installTexts(instance: i18n): void {
  browser = instance;
}

export const instanceFor = (locale: Locale): i18n => server?.localeInstance(locale) ?? browserInstance();

/** Wraps a server-rendered island: on a server there is no page to get the language from. */
export function LocaleRoot({ locale, children }: { locale: Locale; children: ReactNode }) {
  return <I18nextProvider i18n={instanceFor(locale)}>{children}</I18nextProvider>;
}

/** The instance of the page: on a server, that of the language in which the current request is rendered. */
const pageInstance: () => i18n = server ? () => server.localeInstance(pageData()?.locale ?? 'en') : browserInstance;

/** On a server, the root or the page sets the language; in a browser it is constant, so changes don't have to be observed. */
const useInstance: () => i18n = server ? () => useContext(I18nContext)?.i18n ?? pageInstance() : browserInstance;

/** Returns texts in the language of the page: `t('dns:created')`. */
export function useT(): Translate {
  return translateWith(useInstance());
}

/** The language of the page, also while an island is rendered on the server. */
export function useLocale(): Locale {
  return useInstance().language as Locale; // made from one of ours
}

/** For code outside React, on a page. */
export const t: Translate = (key, params) => translateWith(pageInstance())(key, params);

export const currentLocale = (): Locale => (pageInstance().language as Locale) || 'en'; // made from one of ours
