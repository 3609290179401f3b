import { type CollectionEntry, getCollection } from 'astro:content';
import type { MarkdownHeading } from 'astro';
import { type Locale, locales } from '../../../lib/i18n/locales.ts';
import { docSections } from './sections.ts';

export interface DocsPage {
  /** Address under `/docs`, the same in every language. */
  slug: string;
  /** In the requested language, or in English if it is missing. */
  entry: CollectionEntry<'docs'>;
  language: Locale;
  /** Every language that has the page. */
  languages: Locale[];
}

/** A heading of a page; `lang` if its language differs from the page's. */
export type Heading = MarkdownHeading & { lang?: Locale };

/** A build needs the same list on every page several times; in development it is rebuilt each time. */
const lists = new Map<Locale, Promise<DocsPage[]>>();
function allPages(locale: Locale): Promise<DocsPage[]> {
  const list = (import.meta.env.PROD && lists.get(locale)) || makeList(locale);
  lists.set(locale, list);
  return list;
}

/**
 * The documentation pages in reading order. English has all of them; other languages fall back to English.
 *
 * @param all includes pages that aren't in menus, lists or the index: pages for writers
 */
export async function docsPages(locale: Locale, { all: withUnlisted = false } = {}): Promise<DocsPage[]> {
  return (await allPages(locale)).filter(({ entry }) => withUnlisted || entry.data.listed);
}

async function makeList(locale: Locale): Promise<DocsPage[]> {
  const all = new Map((await getCollection('docs')).map((entry) => [entry.id, entry]));
  const pages = [...all.keys()]
    .filter((id) => id.startsWith('en/'))
    .flatMap((id): DocsPage[] => {
      const slug = id.slice('en/'.length);
      const language = all.has(`${locale}/${slug}`) ? locale : 'en';
      const entry = all.get(`${language}/${slug}`);
      return entry ? [{ slug, entry, language, languages: locales.filter((other) => all.has(`${other}/${slug}`)) }] : [];
    });
  return pages.sort((a, b) => place(a) - place(b));
}

const place = ({ entry: { data } }: DocsPage): number => docSections.indexOf(data.section) * 1000 + data.order;

/** Reading time in seconds: 200 words per minute, at least a minute. */
export const readingTime = (text: string): number => Math.max(1, Math.round(text.split(/\s+/).length / 200)) * 60;
