import type { RouteName } from '../routes/index.ts';
import { type Setting, settings } from './settings.ts';

/** Texts of `src/content/i18n/<language>/core/find.json`. Lists are phrases separated by commas, `stop` and `block` single words. */
export interface FindTexts {
  /** Words of a question that carry no meaning for the search. */
  stop: string;
  /** Words that request blocking something. */
  block: string;
  action: Record<'blockCountry' | 'blockIp' | 'clearUrl' | 'rule' | 'pageRule' | 'rateLimit' | 'cluster' | 'results', string>;
  screen: Record<string, string>;
  setting: Record<Setting, { label: string; words: string }>;
  /** By page, `/` as `_`. */
  docs: Record<string, string>;
}

/** A page of the documentation. */
export interface DocsTitle {
  slug: string;
  title: string;
  description: string;
}

/** The content of `/find/<language>.json`: names and synonyms of everything that can be found without the provider. */
export interface FindIndex extends Pick<FindTexts, 'stop' | 'block' | 'action' | 'screen'> {
  settings: { key: Setting; route: RouteName; hash: string; label: string; words: string }[];
  docs: (DocsTitle & { words: string })[];
}

/** The index of a language. Screens are named by the routes, so a screen without synonyms is found by its title. */
export const makeIndex = ({ stop, block, action, screen, setting, docs }: FindTexts, pages: readonly DocsTitle[]): FindIndex => ({
  stop,
  block,
  action,
  screen,
  settings: Object.entries(settings).map(([key, place]) => ({
    key: key as Setting, // a key of `settings`
    route: place.route,
    hash: 'hash' in place ? place.hash : '',
    ...setting[key as Setting], // a key of `settings`
  })),
  docs: pages.map((page) => ({ ...page, words: docs[page.slug.replaceAll('/', '_')] ?? '' })),
});
