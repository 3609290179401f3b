import { type CollectionEntry, getCollection } from 'astro:content';
import type { Locale } from '../../../lib/i18n/locales.ts';

export interface Change {
  /** The entry's name without its date: the ID of its heading. */
  slug: string;
  entry: CollectionEntry<'changelog'>;
}

/** The changelog, newest first; entries of one day by name. */
export async function loadChangelog(locale: Locale): Promise<Change[]> {
  const entries = await getCollection('changelog', ({ id }) => id.startsWith(`${locale}/`));
  return entries
    .map((entry) => ({ slug: entry.id.replace(/^\w+\/[\d-]+-/, ''), entry }))
    .sort((a, b) => b.entry.data.date.getTime() - a.entry.data.date.getTime() || a.slug.localeCompare(b.slug));
}
