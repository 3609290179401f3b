import { isAuthPath } from './routes/paths.ts';

/**
 * The address to go on to after sign-in, when it is a path of this site; else `/dashboard`. Refuses everything that a browser
 * could read as another host: `//`, `/\`, control characters, encoded or not, at any depth.
 */
export function safeRedirect(target: string | null | undefined, fallback = '/dashboard'): string {
  if (!target || target.length > 2000) return fallback;
  let decoded = target;
  for (let depth = 0; depth < 4; depth++) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    if (/[\u0000-\u001f\u007f\\\u2028\u2029]/.test(decoded) || /^\/{2,}/.test(decoded) || !decoded.startsWith('/')) return fallback;
    // Encoded, a blank is part of a search; as it stands, a browser may drop it.
    if (depth === 0 && decoded.includes(' ')) return fallback;
    let next: string;
    try {
      next = decodeURIComponent(decoded);
    } catch {
      // A percent sign that somebody searched for ends the decoding; a broken address is not gone to.
      if (depth > 0) break;
      return fallback;
    }
    if (next === decoded) break;
    decoded = next;
  }
  try {
    const base = 'https://nasim.invalid';
    const url = new URL(target, base);
    if (url.origin !== base || url.username || url.password) return fallback;
    const path = url.pathname + url.search + url.hash;
    // Going back to sign-in, or to a call, helps nobody.
    return path.startsWith('//') || isAuthPath(url.pathname) || url.pathname.startsWith('/api/') ? fallback : path;
  } catch {
    return fallback;
  }
}
