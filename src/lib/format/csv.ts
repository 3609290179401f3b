/** What a spreadsheet would run as a formula, also in the wide forms of East Asian keyboards; such a value gets an apostrophe before it (OWASP, "CSV Injection"). */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

function cell(value: string | number): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows in the format of RFC 4180, with a byte order mark: without one, Excel misreads Persian and Arabic. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
