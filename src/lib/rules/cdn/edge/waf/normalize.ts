/*
 * Normalizes the many notations of an attack. Every step is linear in the text: no expression here can backtrack.
 */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Decodes overlong UTF-8 of ASCII in place, such as `c0 af` or `e0 80 af` for the slash: some servers accept it.
 * @returns the new length
 */
function shortenOverlong(bytes: Uint8Array): number {
  const isTail = (byte: number | undefined): byte is number => byte !== undefined && (byte & 0xc0) === 0x80;
  let size = 0;
  for (let at = 0; at < bytes.length; at++) {
    const a = bytes[at] ?? 0;
    if (a === 0xc0 || a === 0xc1) {
      const b = bytes[at + 1];
      if (isTail(b)) {
        bytes[size++] = ((a & 1) << 6) | (b & 63);
        at++;
        continue;
      }
    } else if (a === 0xe0) {
      const [b, c] = [bytes[at + 1], bytes[at + 2]];
      if ((b === 0x80 || b === 0x81) && isTail(c)) {
        bytes[size++] = ((b & 1) << 6) | (c & 63);
        at += 2;
        continue;
      }
    }
    bytes[size++] = a;
  }
  return size;
}

/** The value of a hexadecimal digit by its code; -1: it's none. */
const hexDigits = new Int8Array(128).fill(-1);
for (const [value, digits] of [...'0123456789'].entries()) hexDigits[digits.charCodeAt(0)] = value;
for (const [value, letter] of [...'abcdef'].entries())
  for (const char of [letter, letter.toUpperCase()]) hexDigits[char.charCodeAt(0)] = value + 10;

/** The byte of two digits by their codes. @returns negative: they are none */
const readDigits = (first = 0, second = 0): number => {
  const low = hexDigits[second] ?? -1;
  return low < 0 ? -1 : (hexDigits[first] ?? -1) * 16 + low;
};

/** Longer texts are decoded as bytes: with many escapes, joining what is between them would take most of the time. */
const maxJoined = 200;

/** Decodes `%41`. @returns null: an escape isn't ASCII */
function joinDecoded(text: string): string | null {
  let out = '';
  let from = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
    const byte = readDigits(text.charCodeAt(at + 1), text.charCodeAt(at + 2));
    if (byte >= 0x80) return null;
    if (byte < 0) continue;
    out += text.slice(from, at) + String.fromCharCode(byte);
    from = at + 3;
    at += 2;
  }
  return out + text.slice(from);
}

/** Decodes `%c3%a9` as UTF-8, in the bytes of the whole text. */
function decodeBytes(text: string): string {
  const bytes = encoder.encode(text);
  let size = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] ?? 0;
    const byte = code === 37 ? readDigits(bytes[at + 1], bytes[at + 2]) : -1;
    bytes[size++] = byte < 0 ? code : byte;
    if (byte >= 0) at += 2;
  }
  if (size === bytes.length) return text;
  return decoder.decode(bytes.subarray(0, shortenOverlong(bytes.subarray(0, size))));
}

/** Decodes percent escapes once, and `%u003c` as IIS does. Invalid escapes stay. */
export function decodePercent(encoded: string): string {
  if (!encoded.includes('%')) return encoded;
  const text = /%u/i.test(encoded)
    ? encoded.replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : encoded;
  return (text.length < maxJoined ? joinDecoded(text) : null) ?? decodeBytes(text);
}

/** Named characters that are ASCII or invisible (HTML, section 13.5), in lower case. */
const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  nbsp: ' ',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  hat: '^',
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  newline: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  shy: '',
  sol: '/',
  tab: '\t',
  verbar: '|',
  vert: '|',
  zwj: '',
  zwnj: '',
};
const reference = /&(?:#x([0-9a-f]{1,10});?|#(\d{1,10});?|(lt|gt|quot|amp|nbsp);?|([a-z]{2,8});)/gi;

/** HTML entities, with those of XML. Without a semicolon only those that browsers accept so: in a URL, `&num=5` is a parameter. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(reference, (whole, hex?: string, decimal?: string, legacy?: string, name?: string) => {
        const label = (legacy ?? name)?.toLowerCase();
        if (label !== undefined) return Object.hasOwn(entities, label) ? (entities[label] ?? whole) : whole;
        const code = Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;

/** Escapes of JavaScript for ASCII: `\x3c`, `\u003c`, `\u{3c}`. Others stay: in `C:\users` it is a name. */
const decodeScript = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:x([0-7][0-9a-f])|u00([0-7][0-9a-f])|u\{0{0,4}([0-7][0-9a-f])\})/gi, (_, ...hex: (string | undefined)[]) =>
        String.fromCharCode(Number.parseInt(hex[0] ?? hex[1] ?? hex[2] ?? '', 16)),
      )
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

/** The least and the most second byte of a sequence by its first one (Unicode, table 3-7); others have 80 to bf. */
const secondBytes: ReadonlyMap<number, readonly [least: number, most: number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
const anySecond = [0x80, 0xbf] as const;
const sequenceLength = (first: number): number =>
  first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;

/** Whether bytes are UTF-8. A decoder that throws takes longer than all other steps of a short text. */
function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const length = sequenceLength(first);
    if (length === 0) return false;
    const [least, most] = (length > 2 && secondBytes.get(first)) || anySecond;
    for (let tail = 1; tail < length; tail++) {
      const byte = bytes[at + tail];
      if (byte === undefined || byte < (tail === 1 ? least : 0x80) || byte > (tail === 1 ? most : 0xbf)) return false;
    }
    at += length;
  }
  return true;
}

/** Header fields and request targets are bytes, one character each: those that are UTF-8 are read so. */
function readBytes(text: string): string {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0xff) return text;
    bytes[at] = code;
  }
  const read = bytes.subarray(0, shortenOverlong(bytes));
  return isUtf8(read) ? decoder.decode(read) : text;
}

// The detectors look for ASCII only, so pure ASCII needs no folding.
const fold = (text: string): string => (/\P{ASCII}/u.test(text) ? readBytes(text).normalize('NFKC') : text);

/** As `decode`, with HTML entities as they are. */
export const decodeNotation = (text: string): string => fold(decodeScript(decodePercent(decodePercent(text))));

/** Percent escapes decoded twice, then HTML entities, escapes of JavaScript and full-width letters once. */
export const decode = (text: string): string => fold(decodeScript(decodeEntities(decodePercent(decodePercent(text)))));
