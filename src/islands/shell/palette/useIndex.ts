import { useEffect, useState } from 'react';
import type { FindIndex } from '../../../lib/find/index.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';

let loaded: Promise<FindIndex> | null = null;

/** Names and synonyms of everything that can be found, loaded once; null until loaded. Without them, only titles are searched. */
export function useIndex(locale: Locale): FindIndex | null {
  const [index, setIndex] = useState<FindIndex | null>(null);
  useEffect(() => {
    let gone = false;
    // A static file of the site, not an API call.
    loaded ??= fetch(`/find/${locale}.json`).then((answer) => {
      if (!answer.ok) throw new Error(`the index answered ${answer.status}`);
      return answer.json() as Promise<FindIndex>; // made at build from the same type
    });
    loaded.then(
      (found) => gone || setIndex(found),
      () => {
        loaded = null;
      },
    );
    return () => {
      gone = true;
    };
  }, [locale]);
  return index;
}
