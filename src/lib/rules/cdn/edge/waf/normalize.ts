/*
 * Normalizes the many notations of an attack. Every step is linear in the text: no expression here can backtrack.
 */

const decoder = new TextDecoder();

/** Bytes as text. Overlong encodings of ASCII, such as `%c0%af` for the slash, are decoded: some servers accept them. */
function bytesToText(run: string): string {
  const bytes = new Uint8Array(run.length / 3);
  let size = 0;
  for (let i = 0; i < run.length; i += 3) {
    const byte = Number.parseInt(run.slice(i + 1, i + 3), 16);
    const before = bytes[size - 1] ?? 0;
    if (size > 0 && (before === 0xc0 || before === 0xc1) && byte >= 0x80 && byte < 0xc0)
      bytes[size - 1] = ((before & 1) << 6) | (byte & 63);
    else bytes[size++] = byte;
  }
  return decoder.decode(bytes.subarray(0, size));
}

/** Decodes percent escapes once, and `%u003c` as IIS does. Invalid escapes stay. */
export const decodePercent = (text: string): string =>
  text.includes('%')
    ? text
        .replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replace(/(?:%[0-9a-f]{2})+/gi, bytesToText)
    : text;

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  colon: ':',
  lpar: '(',
  rpar: ')',
  sol: '/',
  bsol: '\\',
  newline: '\n',
  tab: '\t',
  nbsp: ' ',
  equals: '=',
  semi: ';',
}; // prettier-ignore

/** HTML entities, with those of XML. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?/gi, (whole, hex?: string, decimal?: string, name?: string) => {
        if (name) return Object.hasOwn(entities, name.toLowerCase()) ? (entities[name.toLowerCase()] ?? whole) : whole;
        const code = Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;

/** SQL comments become a space; code that MySQL executes, after `/*!50000`, stays. A regular expression would search for the end repeatedly. */
export function dropComments(text: string): string {
  let out = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('/*', from);
    if (start < 0) break;
    if (text[start + 2] === '!') {
      out += `${text.slice(from, start)} `;
      from = start + 3;
      while (from < start + 9 && /\d/.test(text[from] ?? '')) from++;
      continue;
    }
    const end = text.indexOf('*/', start + 2);
    if (end < 0) break;
    out += `${text.slice(from, start)} `;
    from = end + 2;
  }
  return from === 0 ? text : (out + text.slice(from)).replaceAll('*/', ' ');
}

/** Percent escapes decoded twice, HTML entities and full-width letters once. */
export function decode(text: string): string {
  const decoded = decodeEntities(decodePercent(decodePercent(text)));
  // The detectors look for ASCII only, so pure ASCII needs no folding.
  return /\P{ASCII}/u.test(decoded) ? decoded.normalize('NFKC') : decoded;
}
