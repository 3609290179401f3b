import type { Locale } from '../../lib/i18n/locales.ts';
import type { FindIndex } from './index.ts';

const loaded = new Map<Locale, Promise<FindIndex>>();

/** The index of a language, fetched once. Rejects if it can't be loaded; the next call tries again. */
export function loadIndex(locale: Locale): Promise<FindIndex> {
  const made = loaded.get(locale) ?? fetchFile<FindIndex>(`/find/${locale}.json`);
  loaded.set(locale, made);
  made.catch(() => loaded.delete(locale));
  return made;
}

/** A JSON file of the site, made at build from the same type: not an API call. */
export async function fetchFile<T>(file: string): Promise<T> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
  return answer.json() as Promise<T>; // see above
}
