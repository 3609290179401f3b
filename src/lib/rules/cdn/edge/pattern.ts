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
const literalEscapes = new Map([...'?#%*\\'].map((char) => [char, `%${char.charCodeAt(0).toString(16).toUpperCase()}`]));

/** A decoded character as it is compared. */
export const normalChar = (char: string): string => literalEscapes.get(char) ?? (char < ' ' ? encodeURIComponent(char) : char);

/**
 * Normalizes a path for comparison: `/%61dmin` is `/admin`. Escapes that aren't UTF-8 stay, in capitals. An escaped slash counts as a slash
 * and slashes in a row as one, because some servers answer so.
 */
export const normalPath = (path: string): string =>
  path
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return [...decodeURIComponent(run)].map(normalChar).join('');
      } catch {
        return run.toUpperCase();
      }
    })
    .replace(/\/{2,}/g, '/');

/** Whether a part of a pattern without `*` is at one place of a text. */
function isAt(part: string, text: string, at: number): boolean {
  for (let i = 0; i < part.length; i++) {
    const char = text[at + i];
    if (part[i] === '?' ? char === undefined : part[i] !== char) return false;
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
function findOpen(part: string, text: string, from: number): number {
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
    const mask = masks.get(text[t] ?? '');
    for (let word = 0, carry = 1; word < words; word++) {
      const bits = state[word] ?? 0;
      state[word] = ((bits << 1) | carry) & ((mask?.[word] ?? 0) | (open[word] ?? 0));
      carry = bits >>> 31;
    }
    if (((state[last] ?? 0) & end) !== 0) return t + 1 - part.length;
  }
  return -1;
}

/** What a `*` stands for: a part of the text, from its first character to the one after its last. */
export type Span = readonly [from: number, to: number];

/**
 * Matches wildcards, without recursion, in time linear in the text: with `?` after a `*`, times a 32nd of the pattern.
 * @param parts a pattern, split at its `*`
 * @param spans receives what each `*` stands for, if the pattern matches: as little as possible, from the first to the last
 */
export function globParts(parts: readonly string[], text: string, spans?: Span[]): boolean {
  const [first = ''] = parts;
  const last = parts.length > 1 ? parts.at(-1) : undefined;
  if (last === undefined) return first.length === text.length && isAt(first, text, 0);
  if (first.length + last.length > text.length) return false;
  const end = text.length - last.length;
  if (!isAt(first, text, 0) || !isAt(last, text, end)) return false;
  const middle = text.slice(0, end);
  let at = first.length;
  // The first place of each part is the best one: it leaves the most text to the next.
  for (let place = 1; place < parts.length - 1; place++) {
    const part = parts[place] ?? '';
    const start = part === '' ? at : part.includes('?') ? findOpen(part, middle, at) : findPlain(part, middle, at);
    if (start < 0) return false;
    spans?.push([at, start]);
    at = start + part.length;
  }
  spans?.push([at, end]);
  return true;
}
/** Matches a wildcard pattern against a whole text. */
export const matchesText = (pattern: string, text: string): boolean => globParts(pattern.split('*'), text);

function split(pattern: string): { host: string; path: string } {
  if (pattern.startsWith('/')) return { host: '*', path: normalPath(pattern) };
  const cut = pattern.search(/[/?]/);
  if (cut < 0) return { host: pattern.toLowerCase(), path: '/' };
  const path = pattern.slice(cut);
  return { host: pattern.slice(0, cut).toLowerCase(), path: normalPath(path.startsWith('/') ? path : `/${path}`) };
}

export interface Globs {
  host: readonly string[];
  path: readonly string[];
  hasMark: boolean;
}
export function splitGlobs(pattern: string): Globs {
  const { host, path } = split(pattern);
  return { host: host.split('*'), path: path.split('*'), hasMark: path.includes('?') };
}
function matches({ host, path, hasMark }: Globs, place: Place): boolean {
  if (!globParts(host, place.host)) return false;
  if (globParts(path, place.path)) return true;
  return place.query !== '' && hasMark && globParts(path, `${place.path}?${place.query}`);
}

/** Whether a pattern matches a URL. An empty pattern matches nothing. */
export const matchesPath = (pattern: string, place: Place): boolean => pattern !== '' && matches(splitGlobs(pattern), place);

const globsOfRule = prepared(({ path }: { path?: string | null | undefined }) => (path ? splitGlobs(path) : null));
/** The same for the path of a rule, which is read once. */
export function matchesRule(rule: { path?: string | null | undefined }, place: Place): boolean {
  const globs = globsOfRule(rule);
  return globs !== null && matches(globs, place);
}

/** A path starts with the domain name or a slash (docs/product.md, Page rules). `domain`: lower-case ASCII. */
export function isPath(pattern: string, domain: string): boolean {
  if (/\s/u.test(pattern)) return false;
  if (pattern.startsWith('/')) return true;
  const host = split(pattern).host;
  return host === domain || host.endsWith(`.${domain}`);
}
