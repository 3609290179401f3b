import { toCsv } from '../../../lib/format/csv.ts';
import type { Column } from './types.ts';

/** The rows as a file for spreadsheets, with the titles of all columns that can be exported. */
export function tableCsv<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const exported = columns.flatMap(({ title, csv }) => (csv ? [{ title, csv }] : []));
  return toCsv([exported.map(({ title }) => title), ...rows.map((row) => exported.map(({ csv }) => csv(row)))]);
}
