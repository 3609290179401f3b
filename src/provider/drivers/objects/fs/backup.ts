import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { missing, storedSize } from './blobs.ts';
import { Catalog } from './catalog.ts';
import { indexState } from './catalogFile.ts';

/*
 * A backup of a store has its index and the files with content. The manifests aren't in it: they are made from the index again, so that
 * they are about the same moment.
 */

/** The index in the folder of a store. */
export const indexFile = (folder: string): string => join(folder, 'index.sqlite');

/** A file with content, as the index knows it. */
export interface BlobFile {
  id: string;
  /** Bytes on the disk. */
  bytes: number;
}

/** The path of a file with content in the folder of a store. */
export const blobPath = (id: string): string => join('blobs', id.slice(0, 2), id);

/**
 * Whether a store has to rebuild its index first: there is none although there is content, or it isn't complete.
 * @param folder may be missing: then there is no store
 */
export function lacksIndex(folder: string): boolean {
  if (!existsSync(indexFile(folder))) return ['blobs', 'manifests'].some((name) => existsSync(join(folder, name)));
  return openIndex(indexFile(folder), (db) => db.pragma('user_version', { simple: true }) === indexState.rebuilding);
}

/** Folders of other names are of the system, as `lost+found`. */
const PREFIX = /^[0-9a-f]{2}$/;

/** The names of all files with content, also of those that are being written or deleted. */
export async function* allBlobs(folder: string): AsyncGenerator<string> {
  for (const prefix of (await readdir(join(folder, 'blobs')).catch(missing)) ?? [])
    if (PREFIX.test(prefix)) yield* await readdir(join(folder, 'blobs', prefix));
}

/** What objects, their versions and unfinished uploads consist of. @param index a copy that nothing changes */
export const referencedBlobs = (index: string): BlobFile[] =>
  openIndex(index, (db) => {
    const has = (table: string, column: string) => db.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column);
    // Those of earlier versions lack some tables and columns.
    const sealed = has('upload', 'encryption') ? 'case when upload.encryption is not null then part.blob end' : 'null';
    const tables = ['object', 'version'].filter((table) => has(table, 'blobs'));
    const rows = db.prepare<[], { id: string; size: number; salt: string | null }>(
      `${tables.map((table) => `select value ->> 'id' id, value ->> 'size' size, value ->> 'salt' salt from ${table}, json_each(blobs)`).join(' union all ')}
       union all select part.blob, part.size, ${sealed} from part join upload on upload.id = part.upload`,
    );
    return Array.from(rows.iterate(), ({ id, size, salt }) => ({ id, bytes: storedSize({ size, ...(salt !== null && { salt }) }) }));
  });

function openIndex<T>(file: string, work: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(file, { readonly: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/**
 * Completes a restored store, whose folder has the index and files with content: files that nothing refers to are deleted, and the
 * manifests are written when the store starts.
 */
export async function completeRestored(folder: string): Promise<void> {
  const referenced = new Set(referencedBlobs(indexFile(folder)).map(({ id }) => id));
  for await (const id of allBlobs(folder)) if (!referenced.has(id)) await rm(join(folder, blobPath(id)));
  const catalog = new Catalog(folder, true, (error) => {
    throw error;
  });
  catalog.renewManifests();
  catalog.close();
}
