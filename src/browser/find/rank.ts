/*
 * The ranking is our own: `minisearch` 7, with the same synonyms, put the right entry first for 85 to 89 % of the test questions, this one
 * for 97 to 98 % (docs/decisions/0052).
 */

import { spaced } from '../../lib/format/fold.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { errorsBetween, splitWords, stem } from './words.ts';

/** An item that can be found: its name, synonymous phrases (separated by commas), and related words. */
export interface Findable {
  label: string;
  words?: string | undefined;
  detail?: string | undefined;
}

/** What the search knows about a language. */
export interface Language {
  locale: Locale;
  /** Words that carry no meaning for the search, folded. */
  stop: ReadonlySet<string>;
  /** The meaning that words share, by the words and by their stems; also of phrases, such as the letters of an abbreviation. */
  meanings: ReadonlyMap<string, string>;
  /** Every word of those. */
  known: ReadonlySet<string>;
}

/** A word of a text. Words of one meaning are alike: "remove" and "delete". */
interface Word {
  text: string;
  stem: string;
  /** The shared meaning, else the stem. */
  meaning: string;
}

/** Most words of a phrase that has a meaning: «دی ان اس». */
const LONGEST = 4;

const separators = /[,،;]/;

/** @param words by meaning, phrases separated by commas */
export function makeLanguage(locale: Locale, stop = '', words: Readonly<Record<string, string>> = {}): Language {
  const meanings = new Map<string, string>();
  const phrases = Object.entries(words).flatMap(([meaning, list]) =>
    list.split(separators).map((phrase) => ({ meaning: `=${meaning}`, words: splitWords(phrase) })),
  );
  // A word itself counts before another with the same stem.
  for (const { meaning, words: own } of phrases) meanings.set(own.join(' '), meaning);
  for (const { meaning, words: own } of phrases) {
    const stems = joinStems(own, locale);
    if (!meanings.has(stems)) meanings.set(stems, meaning);
  }
  const known = new Set(phrases.flatMap(({ words: own }) => own));
  return { locale, stop: new Set([...splitWords(stop), ...splitWords(spaced(stop))]), meanings, known };
}

const joinStems = (words: readonly string[], locale: Locale): string => words.map((word) => stem(word, locale)).join(' ');

/** The longest phrase from a place on, of at least `least` words, that has a meaning. */
function phraseAt(words: readonly string[], at: number, least: number, { locale, meanings }: Language) {
  for (let length = Math.min(LONGEST, words.length - at); length >= least; length--) {
    const phrase = words.slice(at, at + length);
    const meaning = meanings.get(phrase.join(' ')) ?? meanings.get(joinStems(phrase, locale));
    if (meaning !== undefined) return { length, meaning };
  }
  return null;
}

/** The words of a text with their meanings. Consecutive words that have a meaning together are one. */
function meant(words: readonly string[], language: Language): Word[] {
  const out: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const { length, meaning } = phraseAt(words, at, 1, language) ?? { length: 1 };
    const text = words.slice(at, at + length).join(' ');
    const stemmed = stem(text, language.locale);
    out.push({ text, stem: stemmed, meaning: meaning ?? stemmed });
    at += length;
  }
  return out;
}

const isNamed = ({ meaning }: Word): boolean => meaning.startsWith('=');

/** A word that is listed with a meaning has one, even if it is also a stop word. */
const hasMeaning = ({ text }: Word, { stop, meanings }: Language): boolean => !stop.has(text) || meanings.has(text);

/** How well a word of the query matches one of a text: 1 is identical, 0 no match. @param isOpen it may still be typed */
function likeness(requested: Word, word: Word, isOpen: boolean): number {
  const { text, stem: own } = requested;
  if (text === word.text) return 1;
  if (requested.meaning === word.meaning) return own === word.stem ? 0.97 : 0.95;
  // «پشتیبان» is a backup, «پشتیبانی» is support.
  if (own === word.stem) return isNamed(requested) && isNamed(word) ? 0 : 0.95;
  if (word.text.startsWith(text)) return text.length > 2 ? (isOpen ? 0.8 : 0.7) : isOpen ? 0.5 : 0;
  if (own.length > 3 && word.stem.startsWith(own)) return 0.65;
  if (word.stem.length > 3 && own.startsWith(word.stem)) return 0.5;
  return text.length > (isOpen ? 2 : 3) && word.text.includes(text) ? 0.35 : 0;
}

/** Less than this is no match, but a part of a longer word. */
const MATCH = 0.5;

/** An item with its texts as words. */
interface Entry<T> {
  item: T;
  /** The name, then the synonyms. */
  phrases: Word[][];
  related: Word[];
}

export interface Hit<T> {
  item: T;
  /** 0 to about 1: the share of the query and of the best synonym that match, rare words counting more. */
  points: number;
}

/** How well the words of the query, with their weights, match these words; the share of each. */
interface Fit {
  likeness: (word: Word) => readonly number[];
  weights: readonly number[];
  total: number;
}

/** Texts are split once: the items of the palette are made anew on every keystroke. */
const splits = new WeakMap<Language, Map<string, Word[][]>>();

function splitPhrases(text: string, language: Language): Word[][] {
  const known = splits.get(language) ?? new Map<string, Word[][]>();
  splits.set(language, known);
  const made =
    known.get(text) ??
    text
      .split(separators)
      .map((phrase) => meant(splitWords(phrase), language).filter((word) => hasMeaning(word, language)))
      .filter((words) => words.length > 0);
  known.set(text, made);
  return made;
}

/** Items that can be searched, with how often their words occur. */
export class Search<T extends Findable> {
  readonly #language: Language;
  readonly #entries: readonly Entry<T>[];
  /** Every word once, by its text. */
  readonly #words = new Map<string, Word>();
  /** Every word as it is written. */
  readonly #known = new Set<string>();
  /** Number of items with a word of a meaning. */
  readonly #counts = new Map<string, number>();

  constructor(items: readonly T[], language: Language) {
    this.#language = language;
    this.#entries = items.map((item) => {
      const label = splitPhrases(item.label, language).flat();
      const phrases = [label, ...splitPhrases(item.words ?? '', language)];
      const related = splitPhrases(item.detail ?? '', language).flat();
      const found = new Set<string>();
      for (const word of phrases.flat()) {
        this.#words.set(word.text, word);
        found.add(word.meaning);
      }
      for (const word of related) this.#words.set(word.text, word);
      for (const meaning of found) this.#counts.set(meaning, (this.#counts.get(meaning) ?? 0) + 1);
      return { item, phrases, related };
    });
    for (const { text } of this.#words.values()) for (const word of text.split(' ')) this.#known.add(word);
    for (const [text, meaning] of language.meanings)
      if (this.#counts.has(meaning) && !this.#words.has(text)) this.#words.set(text, { text, stem: text, meaning });
  }

  /** The items that match a query, best first; equal ones in the given order. */
  find(query: string): Hit<T>[] {
    const words = this.#asked(query);
    if (words.length === 0) return [];
    const fit = this.#fit(words, /\s$/.test(query));
    if (fit === null) return [];
    return this.#entries
      .map(({ item, phrases, related }) => ({ item, points: this.#points(phrases, related, fit) }))
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points);
  }

  /** The meaningful words of a query, as the items write them: together or apart. */
  #asked(query: string): Word[] {
    const words = splitWords(spaced(query));
    const out: string[] = [];
    for (let at = 0; at < words.length; ) {
      const word = words[at] ?? '';
      const joined = word + (words[at + 1] ?? '');
      // "I ran" isn't "Iran".
      const isJoined = at + 1 < words.length && !this.#language.stop.has(word) && this.#isKnown(joined);
      const length = phraseAt(words, at, 2, this.#language)?.length ?? (isJoined ? 0 : 1);
      if (length === 0) out.push(joined);
      else if (length > 1 || this.#isKnown(word)) out.push(...words.slice(at, at + length));
      else out.push(...(this.#apart(word) ?? [word]));
      at += length || 2;
    }
    const all = meant(out, this.#language);
    const left = all.filter((word) => hasMeaning(word, this.#language));
    // The last one may be the beginning of another.
    return left.length > 0 ? left : all.slice(-1);
  }

  #isKnown(word: string): boolean {
    const { stop, known, meanings, locale } = this.#language;
    return this.#known.has(word) || stop.has(word) || known.has(word) || meanings.has(stem(word, locale));
  }

  /** Two known words that were typed as one: "nameserver". */
  #apart(word: string): [string, string] | null {
    for (let at = word.length - 2; at > 1; at--) {
      const [first, second] = [word.slice(0, at), word.slice(at)];
      if (this.#known.has(first) && this.#known.has(second)) return [first, second];
    }
    return null;
  }

  /** How the words of the query match every word there is; null if none does. */
  #fit(requested: readonly Word[], isEnded: boolean): Fit | null {
    const all = [...this.#words.values()];
    const size = this.#entries.length;
    const rows = requested.map((word, index) => {
      const isOpen = index === requested.length - 1 && !isEnded;
      const byMeaning = new Map<string, number>();
      const byText = new Map<string, number>();
      const add = (other: Word, match: number) => {
        byText.set(other.text, match);
        byMeaning.set(other.meaning, Math.max(byMeaning.get(other.meaning) ?? 0, match));
      };
      for (const other of all) {
        const found = likeness(word, other, isOpen);
        if (found > 0) add(other, found);
      }
      // Only what is nothing as it is written is a typing error.
      if (![...byText.values()].some((match) => match >= MATCH))
        for (const other of all) {
          const errors = errorsBetween(word.text, other.text);
          if (errors !== Number.POSITIVE_INFINITY) add(other, 0.9 - 0.1 * errors);
        }
      let count = 0;
      for (const [meaning, found] of byMeaning) if (found >= MATCH) count += this.#counts.get(meaning) ?? 0;
      return { byText, byMeaning, count };
    });
    if (rows.every(({ byText }) => byText.size === 0)) return null;
    const weights = rows.map(({ count }) => (count === 0 ? Math.log(1 + size) / 2 : Math.log(1 + size / count)));
    const known = new Map<string, readonly number[]>();
    return {
      weights,
      total: weights.reduce((sum, weight) => sum + weight, 0),
      likeness: (word) => {
        const made =
          known.get(word.text) ??
          rows.map(({ byText, byMeaning }) => Math.max(byText.get(word.text) ?? 0, 0.95 * (byMeaning.get(word.meaning) ?? 0)));
        known.set(word.text, made);
        return made;
      },
    };
  }

  /** The share of the query that the words match, each word by its best match; and the share of the words that the query does. */
  #shares(words: readonly Word[], { likeness: of, weights, total }: Fit): [ofQuery: number, ofWords: number] {
    const best = weights.map(() => 0);
    let sum = 0;
    let all = 0;
    for (const word of words) {
      const found = of(word);
      let most = 0;
      for (const [index, value] of found.entries()) {
        if (value > (best[index] ?? 0)) best[index] = value;
        if (value > most) most = value;
      }
      const weight = Math.log(1 + this.#entries.length / (this.#counts.get(word.meaning) ?? 1));
      sum += weight * most;
      all += weight;
    }
    return [weights.reduce((got, weight, index) => got + weight * (best[index] ?? 0), 0) / total, all === 0 ? 0 : sum / all];
  }

  #points(phrases: readonly Word[][], extra: readonly Word[], fit: Fit): number {
    let most = 0;
    for (const [index, words] of phrases.entries()) {
      const [ofQuery, ofWords] = this.#shares(words, fit);
      most = Math.max(most, ofQuery * (0.5 + 0.5 * ofWords) * (index === 0 ? 1.15 : 1));
    }
    const [together] = this.#shares(phrases.flat(), fit);
    const [related] = this.#shares(extra, fit);
    const points = 0.7 * most + 0.3 * Math.max(together, 0.5 * related);
    return points < LEAST ? 0 : points;
  }
}

/** An item with less matches a minor word of the query only. */
const LEAST = 0.2;
