/** A request target (RFC 9112, section 3.2) in its parts, as received. */
export interface Target {
  /** Of an absolute form; null: the request names its host elsewhere. */
  authority: string | null;
  path: string;
  /** With its question mark; empty: none. */
  query: string;
}

/**
 * Splits the target of a request line or of `:path`.
 * @returns null when it is neither a path nor a URL, or when its query has `#` or a control character. Browsers send everything else in
 *   a query, so it is passed as it came.
 */
export function readTarget(target: string): Target | null {
  const [, authority = null, rest = target] = /^https?:\/\/([^/?#\\]+)(.*)$/is.exec(target) ?? [];
  const at = rest.indexOf('?');
  const [path, query] = at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at)];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  if (/[#\u0000-\u0020\u007f]/.test(query) || (authority === null && path === '')) return null;
  return { authority, path: path || '/', query };
}

/** Raw characters that no path of a request has: controls, spaces, and those that end or bend a path where they are read differently. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const forbidden = /[\\#?\u0000-\u0020\u007f]/;

/** Segments of unreserved characters, none of them of dots alone: most paths, which are in their normal form already. */
const plainPath = /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?)$/;

/**
 * The one normal form of a request's path, for everything that is decided by it and for the server that answers (RFC 3986, section 6.2.2):
 * needless escapes are decoded and others in capitals, dot segments are resolved, and slashes in a row are one.
 * @param path as received, without the query
 * @param mergeSlashes false: slashes in a row stay, for origins with a URL in their path
 * @returns null when servers would read it differently: a backslash, also escaped; a bad escape; a control character; dot segments that
 *   leave the root, or beside an escaped slash, which some servers decode first
 */
export function canonicalPath(path: string, mergeSlashes = true): string | null {
  if (plainPath.test(path)) return path;
  if (!path.startsWith('/') || forbidden.test(path) || /%(?![0-9a-f]{2})|%5c/i.test(path)) return null;
  const read = path
    .replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return /[\w.~-]/.test(char) ? char : escaped.toUpperCase();
    })
    // Node has one character for each byte of a request line.
    .replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  const parts = read.split('/').slice(1);
  if (read.includes('%2F') && read.split(/\/|%2F/).some(isDots)) return null;
  const segments: string[] = [];
  const last = parts.at(-1) ?? '';
  for (const [place, part] of parts.entries()) {
    if (part === '..') {
      if (segments.pop() === undefined) return null;
    } else if (part !== '.' && (part !== '' || (!mergeSlashes && place < parts.length - 1))) segments.push(part);
  }
  const isFolder = segments.length > 0 && (last === '' || isDots(last));
  // Quotes and the like are escaped as in the URL that rules and the cache use.
  return new URL(`http://request.invalid/${segments.join('/')}${isFolder ? '/' : ''}`).pathname;
}

/** The same URL with the normal form of its path; unchanged if it has none. */
export function canonicalUrl(url: URL, mergeSlashes: boolean): URL {
  const canonical = new URL(url);
  canonical.pathname = canonicalPath(url.pathname, mergeSlashes) ?? url.pathname;
  return canonical;
}

/** Whether a segment of a path is a dot segment. */
export const isDots = (segment: string): boolean => segment === '.' || segment === '..';
