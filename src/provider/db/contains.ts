import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a column contains a text. `%` and `_` in the text have no special meaning: SQLite, unlike PostgreSQL, has no escape
 * character unless the query specifies one.
 */
export const contains = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
