import type { FindIndex } from '../../../../lib/find/index.ts';
import { queryWords, score } from '../../../../lib/find/rank.ts';
import { folded } from '../../../../lib/format/fold.ts';
import type { Locale } from '../../../../lib/i18n/locales.ts';
import { localePath } from '../../paths.ts';
import type { Hit } from './engine.ts';

/** Minimum score of a match: every word is in its name or in one synonym. */
const MEANT = 1.2;
const MOST = 2;

/** The pages whose name or synonyms match a query, at most two, best first. */
export function namedGuides({ stop, docs }: FindIndex, query: string, locale: Locale): Hit[] {
  const said = new Set(stop.split(' ').map(folded));
  const words = queryWords(query, said).filter((word) => !said.has(word));
  return docs
    .map((page) => ({ page, points: score({ label: page.title, words: page.words }, words, locale) }))
    .filter(({ points }) => points >= MEANT)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST)
    .map(({ page: { slug, title, description } }) => ({
      url: localePath(locale, `/docs/${slug}`),
      title,
      section: '',
      excerpt: escaped(description),
      parts: [],
    }));
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

let loaded: Promise<FindIndex> | null = null;

/** The same from the site's own index; none if it can't be loaded: the search then only has Pagefind's results. */
export async function guidesFor(query: string, locale: Locale): Promise<Hit[]> {
  loaded ??= fetch(`/find/${locale}.json`).then((answer) => {
    if (!answer.ok) throw new Error(`the index responded with ${answer.status}`);
    return answer.json() as Promise<FindIndex>; // made at build from the same type
  });
  try {
    return namedGuides(await loaded, query, locale);
  } catch {
    loaded = null;
    return [];
  }
}
