import { type FindIndex, resolveLanguage } from '../../../../browser/find/index.ts';
import { loadIndex } from '../../../../browser/find/load.ts';
import { Search } from '../../../../browser/find/rank.ts';
import type { Locale } from '../../../../lib/i18n/locales.ts';
import { localePath } from '../../paths.ts';
import type { Hit } from './engine.ts';

/** Minimum points of a match: nearly every word is in its name or in one synonym. */
const MEANT = 0.65;
const MOST = 2;

/** The pages whose name or synonyms match a query, at most two, best first. */
export function namedGuides(index: FindIndex, query: string, locale: Locale): Hit[] {
  const pages = index.docs.map((page) => ({ page, label: page.title, words: page.words }));
  return new Search(pages, resolveLanguage(index, locale))
    .find(query)
    .filter(({ points }) => points >= MEANT)
    .slice(0, MOST)
    .map(({ item: { page } }) => ({
      url: localePath(locale, `/docs/${page.slug}`),
      title: page.title,
      section: '',
      excerpt: escaped(page.description),
      parts: [],
    }));
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The same from the site's own index; none if it can't be loaded: the search then only has Pagefind's results. */
export async function guidesFor(query: string, locale: Locale): Promise<Hit[]> {
  const index = await loadIndex(locale).catch(() => null);
  return index ? namedGuides(index, query, locale) : [];
}
