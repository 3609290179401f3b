import type { Catalog } from './catalog.ts';
import type { Listed } from './catalogRows.ts';

export interface Listing {
  objects: Listed[];
  /** Common prefixes, with the delimiter. */
  folders: string[];
  /** The last key or prefix of this page; null at the end. */
  next: string | null;
}

/** Sorts after every continuation of a prefix: the last code point, a noncharacter that keys typed by people don't contain. */
export const END = '\u{10ffff}';
const BATCH = 1000;

/**
 * Lists the keys of a space in UTF-8 order. Keys that contain the delimiter are combined into one entry, their common prefix, and
 * skipped rather than read, so a folder of a million objects costs as much as one of two.
 * @param after exclusive: a key, or a prefix from an earlier page
 */
export function list(catalog: Catalog, space: string, prefix: string, delimiter: string, after: string, limit: number): Listing {
  const end = prefix + END;
  const page: Listing = { objects: [], folders: [], next: null };
  // In the order of the keys; JavaScript's order is that of UTF-16.
  const order = Buffer.compare(Buffer.from(after), Buffer.from(prefix));
  let from = order > 0 ? after : prefix;
  let isAfter = after !== '' && order >= 0;
  // A prefix from an earlier page includes everything that begins with it.
  if (isAfter && delimiter !== '' && after.endsWith(delimiter) && after.length > prefix.length) from = after + END;
  let last = '';
  for (;;) {
    const rows = catalog.objectsBetween(space, from, isAfter, end, Math.min(BATCH, limit + 1));
    let skipped = false;
    for (const row of rows) {
      const at = delimiter === '' ? -1 : row.key.indexOf(delimiter, prefix.length);
      const folder = at < 0 ? null : row.key.slice(0, at + delimiter.length);
      if (page.objects.length + page.folders.length >= limit) return { ...page, next: limit === 0 ? null : last };
      last = folder ?? row.key;
      if (folder === null) page.objects.push(row);
      else {
        page.folders.push(folder);
        from = folder + END;
        skipped = true;
        break;
      }
    }
    if (!skipped) {
      const tail = rows.at(-1);
      if (!tail || rows.length < Math.min(BATCH, limit + 1)) return page;
      from = tail.key;
    }
    isAfter = true;
  }
}
