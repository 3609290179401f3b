import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { pageData } from '../page.ts';
import type { Locale } from './locales.ts';
import { makeInstance, type Translate, translateWith } from './translator.ts';

// Only the server's build holds this import: it carries every language.
const server = import.meta.env.SSR ? await import('./server.ts') : null;

let browser: i18n | null = null;
let known: unknown = null;

/** The browser's one instance. Each page brings the texts it needs; those of earlier pages stay for the islands that persist. */
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

/** Tests hand over the texts that a page would bring. */
export function giveTexts(instance: i18n): void {
  browser = instance;
}

export const instanceFor = (locale: Locale): i18n => server?.instanceOf(locale) ?? browserInstance();

/** Wraps an island that the server renders: on a server there is no page to ask for the language. */
export function LocaleRoot({ locale, children }: { locale: Locale; children: ReactNode }) {
  return <I18nextProvider i18n={instanceFor(locale)}>{children}</I18nextProvider>;
}

/** On a server the root says which; in a browser there is one, and its language never changes: nothing has to be listened to. */
const useInstance: () => i18n = import.meta.env.SSR ? () => useTranslation().i18n : browserInstance;

/** Says texts in the language of the page: `t('dns:created')`. */
export function useT(): Translate {
  return translateWith(useInstance());
}

/** The language of the page, also for an island while the server renders it. */
export function useLocale(): Locale {
  return useInstance().language as Locale; // made from one of ours
}

/** For code outside of React, in the browser. */
export const t: Translate = (key, params) => translateWith(browserInstance())(key, params);

export const currentLocale = (): Locale => (browserInstance().language as Locale) || 'en'; // made from one of ours
