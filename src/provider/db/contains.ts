import { type RawBuilder, sql } from 'kysely';

/**
 * Does a column hold a text, whatever it is? `%` and `_` in it stand for themselves: SQLite, unlike PostgreSQL, has no escape
 * character unless the query names one.
 */
export const contains = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
