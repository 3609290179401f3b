/**
 * Where a spreadsheet would read a formula, also in the wide forms of East Asian keyboards and after characters that aren't visible; an
 * apostrophe goes before it (OWASP, "CSV Injection"). In countries that write decimals with a comma, a semicolon starts a new cell even
 * between quotes, and so do a tab or a line break where the separator was guessed.
 */
const formula = /(^|[;\t\n]|\r\n?)(?=[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

function cell(value: string | number): string {
  const text = typeof value === 'string' ? value.replace(formula, "$1'") : String(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows in the format of RFC 4180, with a byte order mark: without one, Excel misreads Persian and Arabic. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
