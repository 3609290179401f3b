import { type CollectionEntry, getCollection } from 'astro:content';
import type { MarkdownHeading } from 'astro';
import { type Locale, locales } from '../../../lib/i18n/locales.ts';
import { docSections } from './sections.ts';

export interface DocsPage {
  /** Address under `/docs`, the same in every language. */
  slug: string;
  /** In the language asked for, or in English when it lacks the page. */
  entry: CollectionEntry<'docs'>;
  language: Locale;
  /** Every language that has the page. */
  languages: Locale[];
}

/** A heading of a page; `lang` where it is in another language than the page. */
export type Heading = MarkdownHeading & { lang?: Locale };

/** A build asks for the same list on every page, several times; while texts are being written it is made anew. */
const lists = new Map<Locale, Promise<DocsPage[]>>();
function allPages(locale: Locale): Promise<DocsPage[]> {
  const list = (import.meta.env.PROD && lists.get(locale)) || makeList(locale);
  lists.set(locale, list);
  return list;
}

/**
 * The pages of the documentation in reading order. English has all of them; another language fills its gaps from English.
 *
 * @param all with those that no menu, list or index names: pages for writers
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

/** Time to read a text, in seconds: 200 words a minute, a minute at least. */
export const readingTime = (text: string): number => Math.max(1, Math.round(text.split(/\s+/).length / 200)) * 60;
