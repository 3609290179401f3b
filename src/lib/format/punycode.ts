/*
 * Punycode (RFC 3492), decoding only: browsers and Node encode names (`URL`) but don't decode them, and Node's `URL` accepts
 * invalid `xn--` labels.
 */

const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const prefix = 'xn--';

function adapt(delta: number, count: number, first: boolean): number {
  let rest = first ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

function punycodeDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 22;
  return code >= 97 && code <= 122 ? code - 97 : base;
}

/** The text after `xn--` → the label in its own script, or null when it is invalid. */
function decode(text: string): string | null {
  const dash = text.lastIndexOf('-');
  const output = Array.from(text.slice(0, Math.max(dash, 0)), (char) => char.charCodeAt(0));
  let n = 128;
  let i = 0;
  let bias = 72;
  for (let at = dash > 0 ? dash + 1 : 0; at < text.length; ) {
    const before = i;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = at < text.length ? punycodeDigit(text.charCodeAt(at++)) : base;
      if (digit >= base) return null;
      i += digit * weight;
      if (i > 0x7fffffff) return null;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    bias = adapt(i - before, output.length + 1, before === 0);
    n += Math.floor(i / (output.length + 1));
    i %= output.length + 1;
    if (n > 0x10ffff || (n >= 0xd800 && n <= 0xdfff)) return null;
    output.splice(i++, 0, n);
  }
  return String.fromCodePoint(...output);
}

/** A lower-case label → the same in its own script; null for an `xn--` label that isn't the encoding of that script. */
export function labelToUnicode(label: string): string | null {
  if (!label.startsWith(prefix)) return label;
  const text = decode(label.slice(prefix.length));
  return text !== null && URL.parse(`http://${text}.x/`)?.hostname === `${label}.x` ? text : null;
}

/** A name, or a text with names, for display: valid punycode in its own script. */
export const nameToUnicode = (text: string): string =>
  text.includes(prefix) ? text.replace(/(?<![\w-])xn--[a-z\d-]+/g, (label) => labelToUnicode(label) ?? label) : text;
