import type { FindIndex } from '../../../lib/find/index.ts';
import { queryWords, score } from '../../../lib/find/rank.ts';
import { folded } from '../../../lib/format/fold.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import type { Item } from './items.ts';

/** Maximum lines shown for a query. */
const SHOWN = 24;

export interface Found {
  /** Actions that the query names together with their target: first. */
  asked: readonly Item[];
  /** Results of the provider, which already match. */
  records: readonly Item[];
  domains: readonly Item[];
  /** Screens, settings, actions, rules. */
  own: readonly Item[];
  guides: readonly Item[];
}

/** The matches of a query, best first. Guides come after the page or action itself. */
export function find(query: string, { asked, records, domains, own, guides }: Found, index: FindIndex | null, locale: Locale): Item[] {
  const words = queryWords(query, new Set((index?.stop ?? '').split(' ').map(folded)));
  const rate = (item: Item, less: number) => {
    // The domain is the detail of each of its pages, so it doesn't distinguish them.
    const points = score({ label: item.label, words: item.words, detail: item.ltr === 'detail' ? '' : item.detail }, words, locale);
    return points > 0 ? [{ item, points: points - less }] : [];
  };
  const byName = [...own.flatMap((item) => rate(item, 0)), ...guides.flatMap((item) => rate(item, 0.35))].sort(
    (a, b) => b.points - a.points,
  );
  const looksLikeName = /[.:@\d]/.test(query);
  const rest = byName.map(({ item }) => item);
  const named = looksLikeName || (byName[0]?.points ?? 0) < 1 ? [...domains, ...records, ...rest] : [...rest, ...domains, ...records];
  return [...asked, ...named].slice(0, SHOWN);
}
