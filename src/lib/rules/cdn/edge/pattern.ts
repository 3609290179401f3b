/*
 * Paths of page rules, rate limits, WAF rules and DDoS exceptions.
 *
 * `*` stands for anything, also for nothing and for slashes; `?` for one character. A pattern without `?` looks at the path alone; one
 * with `?` also looks at path and query, where the `?` meets the question mark, so that `/search?q=*` means what it says.
 * The host is compared without regard to case, the path with it. Escapes that mean the same are the same (RFC 3986 section 6.2.2).
 */

export interface Place {
  host: string;
  /** As `normalPath` writes it. */
  path: string;
  /** Without the question mark; empty: none. */
  query: string;
}

/** Escapes of characters that would change what the path means stay; all others are the character. */
const kept = new Map([...'/?#%*\\'].map((char) => [char, `%${char.charCodeAt(0).toString(16).toUpperCase()}`]));

/** One form for a path: `/%61dmin` is `/admin`. Escapes that are no UTF-8 stay, in capitals. */
export const normalPath = (path: string): string =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return [...decodeURIComponent(run)].map((char) => kept.get(char) ?? (char < ' ' ? encodeURIComponent(char) : char)).join('');
    } catch {
      return run.toUpperCase();
    }
  });

/**
 * Wildcards in at most `pattern.length * text.length` steps, and without a stack.
 * @param isPattern `text` is a pattern too, and all that it stands for has to fit: its `*` then fits only a `*`, its `?` not a letter
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
/** A text with wildcards against a whole text. */
export const matchesText = (pattern: string, text: string): boolean => glob(pattern, text);

function split(pattern: string): { host: string; path: string } {
  if (pattern.startsWith('/')) return { host: '*', path: normalPath(pattern) };
  const cut = pattern.search(/[/?]/);
  if (cut < 0) return { host: pattern.toLowerCase(), path: '/' };
  const path = pattern.slice(cut);
  return { host: pattern.slice(0, cut).toLowerCase(), path: normalPath(path.startsWith('/') ? path : `/${path}`) };
}

/** Does a pattern fit an address? An empty one fits nothing. */
export function matchesPath(pattern: string, place: Place): boolean {
  if (pattern === '') return false;
  const { host, path } = split(pattern);
  if (!glob(host, place.host)) return false;
  if (glob(path, place.path)) return true;
  return place.query !== '' && path.includes('?') && glob(path, `${place.path}?${place.query}`);
}

/** Does `outer` fit every address that `inner` fits? Says yes only when it is sure. */
export function coversPath(outer: string, inner: string): boolean {
  if (outer === '' || inner === '') return false;
  const a = split(outer);
  const b = split(inner);
  if (!glob(a.host, b.host, true)) return false;
  if (!b.path.includes('?') || a.path.includes('?')) return glob(a.path, b.path, true);
  // `outer` doesn't see the query, which `inner` may need: then only what both begin with can be compared.
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
