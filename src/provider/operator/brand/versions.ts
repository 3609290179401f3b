import type { Selectable } from 'kysely';
import { builtInDocument } from '../../../config/brandDocument.ts';
import { parseBrand } from '../../../config/brandFile.ts';
import type { BrandVersion } from '../../../lib/contract/operator/operatorBrand.ts';
import { compareBrands } from '../../../lib/rules/operator/brandFields.ts';
import { iso } from '../../../lib/time.ts';
import type { Work } from '../../core/services.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { BrandVersionTable } from '../../db/tables/operator/index.ts';
import { readStored, type StoredBrand } from './files.ts';

/** Serializes changes of the brand by portals on one database. */
export const BRAND_LOCK = 'brand';
const PAGE = 20;

type Row = Selectable<BrandVersionTable>;

export const newestVersion = (db: Db | Tx): Promise<Row | undefined> =>
  db.selectFrom('brandVersion').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();

/** Whether the file isn't the newest version. An installation that never had a file has nothing to store. */
const isUnstored = ({ hash, content }: StoredBrand, newest: Row | undefined) => (newest ? newest.hash !== hash : content !== null);

export async function addVersion(tx: Tx, version: Omit<Row, 'number'>): Promise<void> {
  const number = ((await newestVersion(tx))?.number ?? 0) + 1;
  await tx
    .insertInto('brandVersion')
    .values({ number, ...version })
    .execute();
}

/**
 * Stores what is on the disk as a version, unless it is the newest one: an edit on the server, or the state before the first change here.
 * It has its own transaction, before the file is replaced: a kill in between loses nothing.
 */
export const storeUnstored = ({ services, now }: Pick<Work<'env' | 'store'>, 'services' | 'now'>): Promise<void> =>
  services.store.write(BRAND_LOCK, async (tx) => {
    const { hash, content, changedAt } = await readStored(services.env);
    if ((await newestVersion(tx))?.hash === hash) return;
    await addVersion(tx, { at: changedAt ?? now, source: 'file', by: null, note: null, restored: null, hash, content });
  });

/** The JSON value of a content, of the built-in brand without a file; undefined: it isn't JSON. */
export function toValue(content: string | null): unknown {
  if (content === null) return builtInDocument;
  try {
    return parseBrand(content);
  } catch {
    return undefined;
  }
}

type Content = Pick<Row, 'content'>;
/** What differs; null: one of the two isn't JSON. */
export function changesBetween(before: Content | undefined, after: Content): BrandVersion['changes'] {
  const [old, now] = [toValue(before?.content ?? null), toValue(after.content)];
  return old === undefined || now === undefined ? null : compareBrands(old, now);
}

/** The versions in a page, newest first. What is on the disk is the first one, also when it isn't stored yet. */
export async function listVersions(
  db: Db,
  stored: StoredBrand,
  before: number | undefined,
  now: number,
): Promise<{ versions: BrandVersion[]; next: number | null }> {
  let query = db.selectFrom('brandVersion').selectAll().orderBy('number', 'desc');
  if (before !== undefined) query = query.where('number', '<', before);
  const rows = await query.limit(PAGE + 1).execute();
  const visible = rows.slice(0, PAGE);
  const isFirstPage = before === undefined;
  const [newest] = rows;
  const listed = visible.map(
    (row, place): BrandVersion => ({
      number: row.number,
      at: iso(row.at),
      source: row.source,
      by: row.by,
      note: row.note,
      restored: row.restored,
      isCurrent: isFirstPage && row === newest && row.hash === stored.hash,
      isBuiltIn: row.content === null,
      changes: changesBetween(rows[place + 1], row),
    }),
  );
  const next = rows.length > PAGE ? (visible.at(-1)?.number ?? null) : null;
  if (!isFirstPage || !isUnstored(stored, newest)) return { versions: listed, next };
  const unstored: BrandVersion = {
    number: null,
    at: iso(stored.changedAt ?? now),
    source: 'file',
    by: null,
    note: null,
    restored: null,
    isCurrent: true,
    isBuiltIn: stored.content === null,
    changes: changesBetween(newest, stored),
  };
  return { versions: [unstored, ...listed], next };
}
