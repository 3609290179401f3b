import { withoutMarks } from './isolate.ts';

/**
 * Where a spreadsheet would read a formula, also in the wide forms of East Asian keyboards and after characters that aren't visible; an
 * apostrophe goes before it (OWASP, "CSV Injection"). In countries that write decimals with a comma, a semicolon starts a new cell even
 * between quotes, and so do a tab or a line break where the separator was guessed. One more goes before apostrophes that were there, so
 * that `fromCsv` returns what was written.
 */
const formula = /(^|[;\t\n]|\r\n?)(?='*[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

function cell(value: string | number): string {
  const text = typeof value === 'string' ? value.replace(formula, "$1'") : String(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Rows = readonly (readonly (string | number)[])[];
/** Rows in the format of RFC 4180, with a byte order mark: without one, Excel misreads Persian and Arabic. `fromCsv` returns the same. */
export const toExactCsv = (rows: Rows): string => `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
/** The same for texts as a page shows them, without their marks of direction. */
export const toCsv = (rows: Rows): string =>
  toExactCsv(rows.map((row) => row.map((one) => (typeof one === 'string' ? withoutMarks(one) : one))));

/** Removes the apostrophe that `toExactCsv` puts before a formula. */
const guarded = /(^|[;\t\n]|\r\n?)'(?='*[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])|^'(?=[\t\r\n])/gu;

/** Reads the format of RFC 4180, also with line breaks of other systems: the rows with the lines where they begin. Never throws. */
export function fromCsv(text: string): { cells: string[]; line: number }[] {
  const rows: { cells: string[]; line: number }[] = [];
  let line = 1;
  let row: { cells: string[]; line: number } = { cells: [], line };
  const part = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))([^,\r\n]*)(,|\r\n|\n|\r|$)/gy;
  part.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  for (let found = part.exec(text); found; found = part.exec(text)) {
    const [whole, quoted, bare = '', rest = '', end = ''] = found;
    row.cells.push(((quoted?.replaceAll('""', '"') ?? bare) + rest).replace(guarded, '$1'));
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ',') continue;
    rows.push(row);
    if (part.lastIndex >= text.length) break;
    row = { cells: [], line };
  }
  return rows;
}
