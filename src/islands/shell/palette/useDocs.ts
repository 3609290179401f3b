import { useEffect, useState } from 'react';
import { defaultLocale, type Locale } from '../../../lib/i18n/locales.ts';
import { type DocsTitle, guide, type Item } from './items.ts';

let loaded: Promise<DocsTitle[]> | null = null;

/** The pages of the documentation, asked for once. Without them the palette has one group less. */
export function useDocs(locale: Locale): readonly Item[] {
  const [titles, setTitles] = useState<readonly DocsTitle[]>([]);
  const prefix = locale === defaultLocale ? '' : `/${locale}`;
  useEffect(() => {
    let gone = false;
    // A static file of the site, no call of the API.
    loaded ??= fetch(`/docs-titles/${locale}.json`).then((answer) => {
      if (!answer.ok) throw new Error(`the titles answered ${answer.status}`);
      return answer.json() as Promise<DocsTitle[]>; // made at build from the same type
    });
    loaded.then(
      (list) => gone || setTitles(list),
      () => {
        loaded = null;
      },
    );
    return () => {
      gone = true;
    };
  }, [locale]);
  return titles.map((title) => guide(title, prefix));
}
