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

/** Escapes of characters that would change the meaning of the path stay; all others are decoded. */
const kept = new Map([...'/?#%*\\'].map((char) => [char, `%${char.charCodeAt(0).toString(16).toUpperCase()}`]));

/** Normalizes a path: `/%61dmin` is `/admin`. Escapes that aren't UTF-8 stay, in capitals. */
export const normalPath = (path: string): string =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return [...decodeURIComponent(run)].map((char) => kept.get(char) ?? (char < ' ' ? encodeURIComponent(char) : char)).join('');
    } catch {
      return run.toUpperCase();
    }
  });

/**
 * Matches wildcards in at most `pattern.length * text.length` steps, without recursion.
 * @param isPattern `text` is a pattern too, and everything it matches has to match: its `*` is then only matched by `*`, its `?` not by a character
 */
function glob(pattern: string, text: string, isPattern = false): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    const here = pattern[p];
    if (here === '*') {
      star = p++;
      mark = t;
    } else if (here === text[t] || (here === '?' && !(isPattern && text[t] === '*'))) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
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

/** Whether a pattern matches a URL. An empty pattern matches nothing. */
export function matchesPath(pattern: string, place: Place): boolean {
  if (pattern === '') return false;
  const { host, path } = split(pattern);
  if (!glob(host, place.host)) return false;
  if (glob(path, place.path)) return true;
  return place.query !== '' && path.includes('?') && glob(path, `${place.path}?${place.query}`);
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
