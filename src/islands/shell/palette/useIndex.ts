import { useEffect, useState } from 'react';
import type { FindIndex } from '../../../browser/find/index.ts';
import { loadIndex } from '../../../browser/find/load.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';

/** Names and synonyms of everything that can be found; null until loaded. Without them, only titles are searched. */
export function useIndex(locale: Locale): FindIndex | null {
  const [index, setIndex] = useState<FindIndex | null>(null);
  useEffect(() => {
    let gone = false;
    loadIndex(locale).then(
      (match) => gone || setIndex(match),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [locale]);
  return index;
}
