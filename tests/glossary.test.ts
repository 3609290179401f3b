import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { texts as edgeTexts } from '../src/edge/pages/texts.ts';
import { withoutMarks } from '../src/lib/format/isolate.ts';
import { type Locale, locales } from '../src/lib/i18n/locales.ts';
import { labelSenses } from './support/labelSenses.ts';

/** The heading of each language in the tables of docs/glossary.md. */
const headings: Record<Locale, string> = { en: 'English', fa: 'Persian', ar: 'Arabic', es: 'Spanish' };

/** Every entry of the "Not" columns, by language. */
function avoided(): Map<Locale, string[]> {
  const found = new Map<Locale, string[]>(locales.map((locale) => [locale, []]));
  let head: string[] = [];
  for (const line of readFileSync('docs/glossary.md', 'utf8').split('\n')) {
    if (!line.startsWith('|')) {
      head = [];
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (head.length === 0) {
      head = cells;
      continue;
    }
    if (cells.every((cell) => /^-+$/.test(cell))) continue;
    for (const locale of locales) {
      const column = head.indexOf(headings[locale]);
      const not = column < 0 ? '' : (cells[column + 1] ?? '');
      found.get(locale)?.push(
        ...not
          .split(',')
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ''),
      );
    }
  }
  return found;
}

/** Any of the entries as a whole word, in any case. What a ZWNJ joins to a word before it is part of that word, as in «پیش‌فاکتور». Arabic articles, prepositions and conjunctions are written onto the word. */
function wordPattern(entries: string[], locale: Locale): RegExp {
  const escaped = entries.map((entry) => entry.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const prefix = locale === 'ar' ? '(?:[وف]?[بلك]?(?:ال)?|[وف]?لل)' : '';
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}\\u200c])${prefix}(?:${escaped.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'iu');
}

function texts(tree: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof value === 'string') return [[key, value] as [string, string]];
    return typeof value === 'object' && value !== null ? texts(value, key) : [];
  });
}

/** Search words may be any: find.json has them beside the displayed texts. */
const isSearched = (file: string, key: string) => file.endsWith('core/find.json') && !/^action\.|\.label$/.test(key);

/** The interface texts of a language by key: the file, a colon and the path in it. */
const interfaceTexts = (locale: Locale): [key: string, text: string][] => {
  const root = join('src/content/i18n', locale);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((file) =>
      texts(JSON.parse(readFileSync(join(root, file), 'utf8')) as object)
        .filter(([key]) => !isSearched(file, key))
        .map(([key, text]): [string, string] => [`${file.slice(0, -'.json'.length)}:${key}`, text]),
    );
};

/**
 * What is equal in all forms of a term: Spanish and Arabic words agree in gender and number with the noun that they describe, and Arabic
 * has an article in the names of fields and none in values.
 */
function termOf(text: string, locale: Locale): string {
  const forms: Partial<Record<Locale, (word: string) => string>> = {
    es: (word) => word.replace(/[oae]?s?$/, ''),
    ar: (word) =>
      word
        .replace(/^([وبك]?)ال(?=.{2})/, '$1')
        .replace(/^لل/, 'ل')
        .replace(/ة$/, '')
        .replace(/ٍ$/, 'ي')
        .replace(/ى$/, 'ا'),
  };
  const form = forms[locale];
  const plain = withoutMarks(text);
  return form === undefined ? plain : plain.split(' ').map(form).join(' ');
}

/** A label: a button, the name of a field, the head of a column. */
const isLabel = (text: string) => [...text].length <= 32 && !text.includes('{{');

/** The visible words: without placeholders, addresses and paths. */
const words = (text: string) => text.replace(/\{\{.*?\}\}/g, ' ').replace(/\S*[/@]\S*/g, ' ');

/** The prose of a page, line by line: without code, link targets, attributes, IDs and search words. */
const splitProse = (source: string): string[] =>
  source
    .replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`|\]\([^)]*\)|<[^>]*>|\{\/\*[\s\S]*?\*\/\}/g, (part) => part.replace(/[^\n]/g, ' '))
    .split('\n')
    .map((line) => (/^\s*(?:- )?(?:id|needs|icon|href|slug|words|keywords|import|export)\b/.test(line) ? '' : words(line)));

/** The English sentences in the code of a file, such as descriptions of the API and messages of commands. Lists of words aren't sentences. */
const splitSentences = (source: string): string[] =>
  source
    .split('\n')
    .map((line) => (/^\s*(?:\/?\*|\/\/|import\b)/.test(line) ? '' : line))
    .map((line) =>
      [...line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)]
        .map(([, , text = '']) => text.replace(/\$\{.*?\}|\\.|`[^`]*`/g, ' '))
        .filter((text) => /\S+ \S+ \S+/.test(text) && /\b(?:the|an?|is|are|of|to|be|can|without|for)\b/i.test(text))
        .map(words)
        .join(' '),
    );

/** Files whose English texts people read: descriptions of the API, commands, and what the programs of an installation log. The WAF has the words of other languages. */
const codeFiles = () =>
  ['scripts', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:mjs|tsx?)$/.test(file) && !/\.test\.tsx?$|(?:^|\/)content\/|cdn\/edge\/waf\//.test(file))
      .map((file) => join(folder, file)),
  );

/** The content pages of a language. */
const pages = (locale: Locale) =>
  ['docs', 'faq', 'marketing', 'site', 'legal', 'changelog'].flatMap((kind) =>
    readdirSync(join('src/content', kind), { recursive: true, encoding: 'utf8' })
      .filter((file) => new RegExp(`^${locale}([/.]).*(mdx|yaml)$`).test(file))
      .map((file) => join('src/content', kind, file)),
  );

describe('the glossary', () => {
  const byLocale = avoided();

  test('lists what to avoid in each language', () => {
    for (const [locale, entries] of byLocale) expect(entries.length, locale).toBeGreaterThan(10);
  });

  for (const locale of locales) {
    test(`the interface texts in ${locale} use its terms`, () => {
      const entries = byLocale.get(locale) ?? [];
      const any = wordPattern(entries, locale);
      const wrong = interfaceTexts(locale).flatMap(([key, text]) => {
        const found = any.exec(words(text))?.[0];
        return found === undefined ? [] : [`${key} has “${found}”: ${text}`];
      });
      expect(wrong).toEqual([]);
    });

    test(`the pages of the edge in ${locale} use its terms`, () => {
      const any = wordPattern(byLocale.get(locale) ?? [], locale);
      const own = texts(edgeTexts[locale]);
      expect(own.length).toBeGreaterThan(20);
      expect(own.filter(([, text]) => any.test(words(text)))).toEqual([]);
    });

    test(`the pages in ${locale} use its terms`, () => {
      const any = wordPattern(byLocale.get(locale) ?? [], locale);
      const files = pages(locale);
      expect(files.length).toBeGreaterThan(20);
      const wrong = files.flatMap((file) =>
        splitProse(readFileSync(file, 'utf8')).flatMap((line, index) => {
          const found = any.exec(line)?.[0];
          return found === undefined ? [] : [`${file}:${index + 1} has “${found}”: ${line.trim()}`];
        }),
      );
      expect(wrong).toEqual([]);
    });
  }

  test('descriptions of the API, commands and logs use its terms', () => {
    const any = wordPattern(byLocale.get('en') ?? [], 'en');
    const files = codeFiles();
    expect(files.some((file) => file.startsWith('src/lib/contract/')) && files.includes('scripts/restore.mjs')).toBe(true);
    const wrong = files.flatMap((file) =>
      splitSentences(readFileSync(file, 'utf8')).flatMap((line, index) => {
        const found = any.exec(line)?.[0];
        return found === undefined ? [] : [`${file}:${index + 1} has “${found}”: ${line.trim()}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('a label has one translation for each of its senses', () => {
    const translations = new Map(
      locales.filter((locale) => locale !== 'en').map((locale) => [locale, new Map(interfaceTexts(locale))] as const),
    );
    const byLabel = Map.groupBy(
      interfaceTexts('en').filter(([, text]) => isLabel(text)),
      ([, text]) => text,
    );
    /** The terms for these keys, by language. */
    const terms = (keys: readonly string[]) =>
      [...translations].map(([locale, all]) => {
        const own = keys.flatMap((key) => all.get(key) ?? []);
        return { locale, own: [...new Set(own)], count: new Set(own.map((text) => termOf(text, locale))).size };
      });
    const wrong: string[] = [];
    for (const [label, entries] of byLabel) {
      const keys = entries.map(([key]) => key);
      const senses = labelSenses[label] ?? {};
      const other = keys.filter((key) => !Object.values(senses).some((listed) => listed.includes(key)));
      for (const group of [other, ...Object.values(senses)])
        for (const { locale, own, count } of terms(group)) if (count > 1) wrong.push(`${locale}: “${label}” is ${own.join(', ')}`);
      for (const [sense, listed] of Object.entries(senses)) {
        const foreign = listed.filter((key) => !keys.includes(key));
        if (foreign.length > 0) wrong.push(`“${label}”, ${sense}: ${foreign.join(', ')} has another text`);
        // A sense has its own term in some language, or it isn't one.
        const isNeeded = terms(other.concat(listed)).some(({ count }) => count > 1);
        if (!isNeeded) wrong.push(`“${label}”, ${sense}: every language has the same term`);
      }
    }
    wrong.push(
      ...Object.keys(labelSenses)
        .filter((label) => !byLabel.has(label))
        .map((label) => `“${label}” is no label`),
    );
    expect(wrong).toEqual([]);
  });
});
