import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '../src/lib/i18n/locales.ts';

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

/** The visible words: without placeholders, addresses and paths. */
const words = (text: string) => text.replace(/\{\{.*?\}\}/g, ' ').replace(/\S*[/@]\S*/g, ' ');

/** The prose of a page, line by line: without code, link targets, attributes, IDs and search words. */
const splitProse = (source: string): string[] =>
  source
    .replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`|\]\([^)]*\)|<[^>]*>|\{\/\*[\s\S]*?\*\/\}/g, (part) => part.replace(/[^\n]/g, ' '))
    .split('\n')
    .map((line) => (/^\s*(?:- )?(?:id|needs|icon|href|slug|words|keywords|import|export)\b/.test(line) ? '' : words(line)));

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
      const root = join('src/content/i18n', locale);
      const wrong: string[] = [];
      for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))) {
        for (const [key, text] of texts(JSON.parse(readFileSync(join(root, file), 'utf8')) as object)) {
          const place = `${locale}:${file}:${key}`;
          const found = any.exec(words(text))?.[0];
          if (found !== undefined && !isSearched(file, key)) wrong.push(`${place} has “${found}”: ${text}`);
        }
      }
      expect(wrong).toEqual([]);
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
});
