import type { ObjectRow } from './catalogRows.ts';

/** Names of columns, and values as their columns have them. */

export const LISTED = 'key, version, size, etag, modified, checksum';
export const OBJECT = 'key, version, size, etag, modified, meta, blobs, checksum, upload, encryption';
export const OTHER = `select ${OBJECT}, isMarker from version where space = ? and key = ?`;
export const COLUMNS = `space, ${OBJECT}`;
export const SAME_KEY = 'o.space = v.space and o.key = v.key';

/** The tables with versions: that of the current objects, and that of all others and of delete markers. */
export type VersionTable = 'object' | 'version';
export const insertInto = (table: VersionTable): string =>
  `insert or replace into ${table} (${COLUMNS}${table === 'version' ? ', isMarker' : ''})
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?${table === 'version' ? ', ?' : ''})`;
export const versionValues = (table: VersionTable, space: string, row: ObjectRow) => [
  space,
  row.key,
  row.version,
  row.size,
  row.etag,
  row.modified,
  JSON.stringify(row.meta),
  JSON.stringify(row.blobs),
  jsonOrNull(row.checksum),
  row.upload ?? null,
  jsonOrNull(row.encryption),
  ...(table === 'version' ? [Number(row.isMarker)] : []),
];

export const jsonOrNull = (value: unknown): string | null => (value ? JSON.stringify(value) : null);
const jsonColumns = new Set(['blobs', 'checksum', 'encryption', 'meta']);
const booleanColumns = new Set(['isLatest', 'isMarker']);
/** A row, with what is stored as JSON and as numbers. @throws SyntaxError */
export const parsed = <Row>(row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (booleanColumns.has(name)) return [name, value === 1];
      return [name, jsonColumns.has(name) && typeof value === 'string' ? JSON.parse(value) : value];
    }),
  ) as Row; // the columns that its query names
