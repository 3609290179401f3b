import { isAuthPath } from '../lib/routes/paths.ts';

/**
 * The address to open after sign-in, if it is a path of this site; else `/dashboard`. Refuses everything that a browser
 * could interpret as another host: `//`, `/\`, control characters, encoded or not, at any depth.
 */
export function safeRedirect(target: string | null | undefined, fallback = '/dashboard'): string {
  if (!target || target.length > 2000) return fallback;
  let decoded = target;
  for (let depth = 0; depth < 4; depth++) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are refused
    if (/[\u0000-\u001f\u007f\\\u2028\u2029]/.test(decoded) || /^\/{2,}/.test(decoded) || !decoded.startsWith('/')) return fallback;
    // An encoded space is part of a search; a literal one may be dropped by a browser.
    if (depth === 0 && decoded.includes(' ')) return fallback;
    let next: string;
    try {
      next = decodeURIComponent(decoded);
    } catch {
      // A percent sign in a search term ends the decoding; a broken address is refused.
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
    // Returning to sign-in or opening a call isn't useful.
    return path.startsWith('//') || isAuthPath(url.pathname) || url.pathname.startsWith('/api/') ? fallback : path;
  } catch {
    return fallback;
  }
}
