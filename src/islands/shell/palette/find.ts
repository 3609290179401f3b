import { type FindIndex, resolveLanguage } from '../../../browser/find/index.ts';
import { Search } from '../../../browser/find/rank.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import type { Item } from './items.ts';

/** Maximum lines shown for a query. */
const MAX_VISIBLE = 24;
/** Guides come after the page or action itself. */
const OF_GUIDES = 0.9;
/** What matches less than this share of the best match is left out. */
const NEAR = 0.45;
/** From here, a screen or action is what was asked for. */
const FITS = 0.35;

export interface PaletteMatches {
  /** Actions that the query names together with their target: first. */
  requested: readonly Item[];
  /** Results of the provider, which already match. */
  records: readonly Item[];
  domains: readonly Item[];
  /** Screens, settings, actions, rules. */
  own: readonly Item[];
  guides: readonly Item[];
  /** Last, when nothing but guides fits. */
  otherwise: readonly Item[];
}

/** The matches of a query, best first. */
export function find(
  query: string,
  { requested, records, domains, own, guides, otherwise }: PaletteMatches,
  index: FindIndex | null,
  locale: Locale,
): Item[] {
  const entry = (item: Item, share: number) => ({
    item,
    share,
    label: item.label,
    words: item.words,
    // The domain is the detail of each of its pages, so it doesn't distinguish them.
    detail: item.ltr === 'detail' ? '' : item.detail,
  });
  const entries = [...own.map((item) => entry(item, 1)), ...guides.map((item) => entry(item, OF_GUIDES))];
  const hits = new Search(entries, resolveLanguage(index, locale))
    .find(query)
    .map(({ item: { item, share }, points }) => ({ item, points: points * share, isGuide: share < 1 }))
    .sort((a, b) => b.points - a.points);
  const best = hits[0]?.points ?? 0;
  const near = hits.filter(({ points }) => points >= NEAR * best);
  const rest = near.map(({ item }) => item);
  const looksLikeName = /[.:@\d]/.test(query);
  const named = looksLikeName || best < FITS ? [...domains, ...records, ...rest] : [...rest, ...domains, ...records];
  const fits = requested.length + domains.length + records.length > 0 || near.some(({ points, isGuide }) => !isGuide && points >= FITS);
  return fits ? [...requested, ...named].slice(0, MAX_VISIBLE) : [...named.slice(0, MAX_VISIBLE - otherwise.length), ...otherwise];
}
