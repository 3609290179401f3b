import type { Locale } from '../../lib/i18n/locales.ts';
import type { RouteName } from '../../lib/routes/index.ts';
import type { Theme } from '../stores/preferences.ts';
import { type Language, makeLanguage } from './rank.ts';
import { type Setting, settings } from './settings.ts';

/** Actions of the palette, by what they do or select. */
export type Command = 'addRecord' | 'import' | 'copyNs' | 'pause' | 'remove' | 'addDomain' | 'calculator' | 'keys' | 'out' | Theme | Locale;

/** Texts of `src/content/i18n/<language>/core/find.json`. Lists are phrases separated by commas, `stop` and `block` single words. */
export interface FindTexts {
  /** Words of a question that carry no meaning for the search. */
  stop: string;
  /** Words and phrases of one meaning. */
  word: Record<string, string>;
  /** Words that request blocking something. */
  block: string;
  action: Record<'blockCountry' | 'blockIp' | 'clearUrl' | 'rule' | 'pageRule' | 'rateLimit' | 'cluster' | 'results', string>;
  /** Synonyms of the palette's own actions. */
  command: Record<Command, string>;
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
export interface FindIndex extends Pick<FindTexts, 'stop' | 'word' | 'block' | 'action' | 'command' | 'screen'> {
  settings: { key: Setting; route: RouteName; hash: string; label: string; words: string }[];
  docs: (DocsTitle & { words: string })[];
}

/**
 * The index of a language. Screens are named by the routes, so a screen without synonyms is found by its title.
 *
 * @param english words by meaning, which are typed in every language
 */
export const makeIndex = (
  { stop, word, block, action, command, screen, setting, docs }: FindTexts,
  pages: readonly DocsTitle[],
  english: FindTexts['word'] = {},
): FindIndex => ({
  stop,
  word: Object.fromEntries(Object.entries(word).map(([meaning, own]) => [meaning, [own, english[meaning]].filter(Boolean).join(', ')])),
  block,
  action,
  command,
  screen,
  settings: Object.entries(settings).map(([key, place]) => ({
    key: key as Setting, // a key of `settings`
    route: place.route,
    hash: 'hash' in place ? place.hash : '',
    ...setting[key as Setting], // a key of `settings`
  })),
  docs: pages.map((page) => ({ ...page, words: docs[page.slug.replaceAll('/', '_')] ?? '' })),
});

const languages = new WeakMap<FindIndex, Language>();

/** What an index knows about its language. Without an index, only the endings of words. */
export function resolveLanguage(index: FindIndex | null, locale: Locale): Language {
  const made = (index && languages.get(index)) ?? makeLanguage(locale, index?.stop, index?.word);
  if (index) languages.set(index, made);
  return made;
}
