import { readdirSync, readFileSync } from 'node:fs';
import { type FindIndex, type FindTexts, makeIndex } from '../../src/browser/find/index.ts';
import { bundles } from '../../src/lib/i18n/bundles.ts';
import type { Locale } from '../../src/lib/i18n/locales.ts';

/** The pages of the documentation as they are on disk. */
export function docsOnDisk(locale: Locale) {
  const root = `src/content/docs/${locale}`;
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mdx') && file !== 'writing.mdx')
    .map((file) => {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      const field = (name: string) => new RegExp(`^${name}: *"?(.*?)"?$`, 'm').exec(text)?.[1] ?? '';
      return { slug: file.replace('.mdx', ''), title: field('title'), description: field('description') };
    });
}

/** By language: reading the documentation takes long. */
const indexes = new Map<Locale, FindIndex>();

/** The search index of a language, as the build makes it. */
export function findIndex(locale: Locale): FindIndex {
  const [own, english] = [bundles[locale].find, bundles.en.find] as unknown as [FindTexts, FindTexts]; // checked against English elsewhere
  const index = indexes.get(locale) ?? makeIndex(own, docsOnDisk(locale), english.word);
  indexes.set(locale, index);
  return index;
}
