import { prepared } from '../../core/prepared.ts';

/*
 * Paths of page rules, rate limits, WAF rules and DDoS exceptions.
 *
 * `*` matches anything, including nothing and slashes; `?` matches one character. A pattern without `?` matches the path alone; one
 * with `?` also matches path and query, where `?` can match the question mark, so that `/search?q=*` works as expected.
 * The host is case-insensitive, the path is case-sensitive. Equivalent escapes are equal (RFC 3986 section 6.2.2).
 */

export interface Place {
  host: string;
  /** Normalized by `normalPath`. */
  path: string;
  /** Without the question mark; empty: none. */
  query: string;
}

/** Escapes of characters that would change the meaning of a pattern stay; all others are decoded. */
const kept = new Map([...'?#%*\\'].map((char) => [char, `%${char.charCodeAt(0).toString(16).toUpperCase()}`]));

/**
 * Normalizes a path for comparison: `/%61dmin` is `/admin`. Escapes that aren't UTF-8 stay, in capitals. An escaped slash counts as a slash
 * and slashes in a row as one, because some servers answer so.
 */
export const normalPath = (path: string): string =>
  path
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return [...decodeURIComponent(run)].map((char) => kept.get(char) ?? (char < ' ' ? encodeURIComponent(char) : char)).join('');
      } catch {
        return run.toUpperCase();
      }
    })
    .replace(/\/{2,}/g, '/');

/** Whether a part of a pattern without `*` is at one place of a text. `isPattern`: as in `glob`. */
function isAt(part: string, text: string, at: number, isPattern: boolean): boolean {
  for (let i = 0; i < part.length; i++) {
    const char = text[at + i];
    if (part[i] === '?' ? char === undefined || (isPattern && char === '*') : part[i] !== char) return false;
  }
  return true;
}

/** The first place of a part without wildcards, in linear time (Knuth, Morris and Pratt): `indexOf` isn't, for `aaa…b`. */
function findPlain(part: string, text: string, from: number): number {
  const back = new Uint16Array(part.length);
  for (let i = 1, length = 0; i < part.length; i++) {
    while (length > 0 && part[i] !== part[length]) length = back[length - 1] ?? 0;
    if (part[i] === part[length]) length++;
    back[i] = length;
  }
  for (let t = from, length = 0; t < text.length; t++) {
    while (length > 0 && text[t] !== part[length]) length = back[length - 1] ?? 0;
    if (text[t] === part[length]) length++;
    if (length === part.length) return t + 1 - length;
  }
  return -1;
}

/** The same for a part with `?`: all prefixes that match so far are bits, so a character costs one step for 32 of the part. */
function findOpen(part: string, text: string, from: number, isPattern: boolean): number {
  const words = Math.ceil(part.length / 32);
  const open = new Uint32Array(words);
  const masks = new Map<string, Uint32Array>();
  for (const char of new Set(part)) if (char !== '?') masks.set(char, new Uint32Array(words));
  for (let i = 0; i < part.length; i++) {
    const mask = part[i] === '?' ? open : masks.get(part[i] ?? '');
    if (mask) mask[i >> 5] = (mask[i >> 5] ?? 0) | (1 << (i & 31));
  }
  const state = new Uint32Array(words);
  const [last, end] = [(part.length - 1) >> 5, 1 << ((part.length - 1) & 31)];
  for (let t = from; t < text.length; t++) {
    const char = text[t] ?? '';
    const mask = masks.get(char);
    const isClosed = isPattern && char === '*';
    for (let word = 0, carry = 1; word < words; word++) {
      const bits = state[word] ?? 0;
      state[word] = isClosed ? 0 : ((bits << 1) | carry) & ((mask?.[word] ?? 0) | (open[word] ?? 0));
      carry = bits >>> 31;
    }
    if (((state[last] ?? 0) & end) !== 0) return t + 1 - part.length;
  }
  return -1;
}

/**
 * Matches wildcards, without recursion, in time linear in the text: with `?` after a `*`, times a 32nd of the pattern.
 * @param isPattern `text` is a pattern too, and everything it matches has to match: its `*` is then only matched by `*`, its `?` not by a character
 */
const glob = (pattern: string, text: string, isPattern = false): boolean => globParts(pattern.split('*'), text, isPattern);

/** @param parts a pattern, split at its `*` */
function globParts(parts: readonly string[], text: string, isPattern: boolean): boolean {
  const [first = ''] = parts;
  const last = parts.length > 1 ? parts.at(-1) : undefined;
  if (last === undefined) return first.length === text.length && isAt(first, text, 0, isPattern);
  if (first.length + last.length > text.length) return false;
  const end = text.length - last.length;
  if (!isAt(first, text, 0, isPattern) || !isAt(last, text, end, isPattern)) return false;
  const middle = text.slice(0, end);
  let at = first.length;
  // The first place of each part is the best one: it leaves the most text to the next.
  for (let place = 1; place < parts.length - 1; place++) {
    const part = parts[place] ?? '';
    if (part === '') continue;
    const found = part.includes('?') ? findOpen(part, middle, at, isPattern) : findPlain(part, middle, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}
/** Matches a wildcard pattern against a whole text. */
export const matchesText = (pattern: string, text: string): boolean => glob(pattern, text);

function split(pattern: string): { host: string; path: string } {
  if (pattern.startsWith('/')) return { host: '*', path: normalPath(pattern) };
  const cut = pattern.search(/[/?]/);
  if (cut < 0) return { host: pattern.toLowerCase(), path: '/' };
  const path = pattern.slice(cut);
  return { host: pattern.slice(0, cut).toLowerCase(), path: normalPath(path.startsWith('/') ? path : `/${path}`) };
}

interface Globs {
  host: readonly string[];
  path: readonly string[];
  hasMark: boolean;
}
function globsOf(pattern: string): Globs {
  const { host, path } = split(pattern);
  return { host: host.split('*'), path: path.split('*'), hasMark: path.includes('?') };
}
function matches({ host, path, hasMark }: Globs, place: Place): boolean {
  if (!globParts(host, place.host, false)) return false;
  if (globParts(path, place.path, false)) return true;
  return place.query !== '' && hasMark && globParts(path, `${place.path}?${place.query}`, false);
}

/** Whether a pattern matches a URL. An empty pattern matches nothing. */
export const matchesPath = (pattern: string, place: Place): boolean => pattern !== '' && matches(globsOf(pattern), place);

const globsOfRule = prepared(({ path }: { path?: string | null | undefined }) => (path ? globsOf(path) : null));
/** The same for the path of a rule, which is read once. */
export function matchesRule(rule: { path?: string | null | undefined }, place: Place): boolean {
  const globs = globsOfRule(rule);
  return globs !== null && matches(globs, place);
}

/** Whether `outer` matches every URL that `inner` matches. True only if certain. */
export function coversPath(outer: string, inner: string): boolean {
  if (outer === '' || inner === '') return false;
  const a = split(outer);
  const b = split(inner);
  if (!glob(a.host, b.host, true)) return false;
  if (!b.path.includes('?') || a.path.includes('?')) return glob(a.path, b.path, true);
  // `outer` ignores the query, which `inner` may need: then only their common part can be compared.
  const start = a.path.slice(0, -1);
  return a.path.endsWith('*') && b.path.slice(0, b.path.search(/[*?]/)).startsWith(start);
}

/** A path starts with the domain name or a slash (docs/product.md, Page rules). `domain`: lower-case ASCII. */
export function isPath(pattern: string, domain: string): boolean {
  if (/\s/u.test(pattern)) return false;
  if (pattern.startsWith('/')) return true;
  const host = split(pattern).host;
  return host === domain || host.endsWith(`.${domain}`);
}
