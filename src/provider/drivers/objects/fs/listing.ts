import type { Catalog } from './catalog.ts';
import type { Listed, ListedVersion } from './catalogRows.ts';

interface Page<T> {
  objects: T[];
  /** Common prefixes, with the delimiter. */
  folders: string[];
}
export interface Listing extends Page<Listed> {
  /** The last key or prefix of this page; null at the end. */
  next: string | null;
}
export interface VersionListing extends Page<ListedVersion> {
  /** The last version of this page, or a prefix without a version; null at the end. */
  next: { key: string; version: string | null } | null;
}

/** Sorts after every continuation of a prefix: the last code point, a noncharacter that keys typed by people don't contain. */
export const END = '\u{10ffff}';
const BATCH = 1000;

/** Where to continue: at a key, or after it; with a time, at its versions that are earlier. */
interface Position {
  key: string;
  after: boolean;
  before?: number;
}

/**
 * Lists the keys of a space in UTF-8 order. Keys that contain the delimiter are combined into one entry, their common prefix, and
 * skipped rather than read, so a folder of a million objects costs as much as one of two.
 * @param after exclusive: a key, or a prefix from an earlier page
 */
export function list(catalog: Catalog, space: string, prefix: string, delimiter: string, after: string, limit: number): Listing {
  const read = ({ key, after: isAfter }: Position, end: string, count: number) => catalog.objectsBetween(space, key, isAfter, end, count);
  const { page, last } = paged(read, prefix, delimiter, after, null, limit);
  return { ...page, next: last === null || typeof last === 'string' ? last : last.key };
}

/**
 * Lists all versions in the same way, the newest of each key first.
 * @param before of the key `after` only versions that are earlier than this time; null: none of them
 */
export function listVersions(
  catalog: Catalog,
  space: string,
  prefix: string,
  delimiter: string,
  after: string,
  before: number | null,
  limit: number,
): VersionListing {
  const read = ({ key, after: isAfter, before: time }: Position, end: string, count: number) =>
    catalog.versionsBetween(space, key, time ?? (isAfter ? -1 : Number.MAX_SAFE_INTEGER), end, count);
  const { page, last } = paged(read, prefix, delimiter, after, before, limit);
  return { ...page, next: last === null ? null : typeof last === 'string' ? { key: last, version: null } : last };
}

/** @returns `last`: the last row or prefix of this page; null at the end */
function paged<T extends Listed>(
  read: (from: Position, end: string, limit: number) => T[],
  prefix: string,
  delimiter: string,
  after: string,
  before: number | null,
  limit: number,
): { page: Page<T>; last: T | string | null } {
  const end = prefix + END;
  const page: Page<T> = { objects: [], folders: [] };
  // In the order of the keys; JavaScript's order is that of UTF-16.
  const order = Buffer.compare(Buffer.from(after), Buffer.from(prefix));
  let from: Position = order > 0 ? { key: after, after: true } : { key: prefix, after: after !== '' && order === 0 };
  if (before !== null && order >= 0) from = { ...from, before };
  // A prefix from an earlier page includes everything that begins with it.
  else if (from.after && delimiter !== '' && after.endsWith(delimiter) && after.length > prefix.length) from.key = after + END;
  let last: T | string = '';
  const batch = Math.min(BATCH, limit + 1);
  for (;;) {
    const rows = read(from, end, batch);
    let skipped = false;
    for (const row of rows) {
      const at = delimiter === '' ? -1 : row.key.indexOf(delimiter, prefix.length);
      const folder = at < 0 ? null : row.key.slice(0, at + delimiter.length);
      if (page.objects.length + page.folders.length >= limit) return { page, last: limit === 0 ? null : last };
      last = folder ?? row;
      if (folder === null) page.objects.push(row);
      else {
        page.folders.push(folder);
        from = { key: folder + END, after: true };
        skipped = true;
        break;
      }
    }
    if (!skipped) {
      const tail = rows.at(-1);
      if (!tail || rows.length < batch) return { page, last: null };
      from = { key: tail.key, after: true, before: tail.modified };
    }
  }
}
