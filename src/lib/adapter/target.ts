/** Escapes of characters that never need one (RFC 3986, section 2.3): `/%61pi` is `/api`. */
const unreserved = (path: string): string =>
  path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(char) ? char : escaped;
  });

/**
 * The one form of a request target: routing, policies and pages all see the same path, however it was written. Backslashes, dot
 * segments, needless escapes and repeated slashes at the start are resolved as a browser does (RFC 3986, section 6.2.2; WHATWG URL).
 * @param target of the request line: a path with its query, or a whole URL
 * @returns the path with its query; null if it can't be read
 */
export function canonicalTarget(target: string): string | null {
  const absolute = /^https?:\/\/[^/?#\\]*/i.exec(target)?.[0] ?? '';
  const rest = target.slice(absolute.length) || '/';
  if (!/^[/?\\]/.test(rest)) return null;
  const at = rest.search(/[?#]/);
  const path = at < 0 ? rest : rest.slice(0, at);
  // The query is passed on as it was written.
  const query = at < 0 || rest[at] === '#' ? '' : (rest.slice(at).split('#')[0] ?? '');
  try {
    const canonical = new URL(`http://portal/${unreserved(path).replace(/^[/\\]+/, '')}`).pathname.replace(/^\/+/, '/');
    return canonical + query;
  } catch {
    return null;
  }
}
