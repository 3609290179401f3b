import { canonicalPath, isDots } from '../../core/requestPath.ts';
import { fillCaptures, readCaptures } from './captures.ts';
import type { PathSettings } from './config.ts';
import type { Visit } from './visit.ts';

type Requested = Pick<Visit, 'url' | 'host' | 'query' | 'raw'>;

/** The authority, the path, the query and the fragment of a redirect target. */
const targetParts = /^(https?:\/\/[^/?#\\\s]+)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;

/** The authority of a redirect target, as written; empty: the target is a path. */
export const targetAuthority = (redirectUrl: string): string => targetParts.exec(redirectUrl)?.[1] ?? '';

/**
 * The URL that a rule redirects a request to. Captures can't move it to another host than the rule names.
 * @param pattern the path of the rule, which the request matches
 * @returns null when it is no web address, or too long
 */
export function redirectTarget(
  { redirectUrl = '', redirectQuery = false }: Pick<PathSettings, 'redirectUrl' | 'redirectQuery'>,
  pattern: string,
  visit: Omit<Requested, 'raw'>,
): URL | null {
  const parts = targetParts.exec(redirectUrl.trim());
  if (!parts || (parts[1] === undefined && !parts[2]?.startsWith('/'))) return null;
  const captures = redirectUrl.includes('$') ? readCaptures(pattern, visit) : [];
  const fill = (text: string | undefined, part: 'host' | 'path' | 'query') => fillCaptures(text ?? '', part, captures);
  const [authority, pathname, query, hash] = [
    fill(parts[1], 'host'),
    fill(parts[2], 'path'),
    fill(parts[3], 'query'),
    fill(parts[4], 'query'),
  ];
  if (authority === null || pathname === null || query === null || hash === null) return null;
  if (!URL.canParse(authority || visit.url.origin)) return null;
  const url = new URL(authority || visit.url.origin);
  url.pathname = pathname;
  url.search = [query, redirectQuery ? visit.query : ''].filter(Boolean).join('&');
  url.hash = hash;
  return url;
}

/**
 * Path and query that the origin gets in place of the visitor's. Without a query of its own, a rule leaves that of the visitor.
 * @param pattern the path of the rule, which the request matches
 * @param mergeSlashes as in `canonicalPath`
 * @returns null when captures would make a path that servers read differently, or that leaves its folder: rules and copies belong to the
 *   URL of the visitor, so the origin must get what the rule says and nothing else
 */
export function rewriteTarget(rewriteUrl: string, pattern: string, visit: Requested, mergeSlashes = true): string | null {
  const captures = rewriteUrl.includes('$') ? readCaptures(pattern, visit) : [];
  const at = rewriteUrl.indexOf('?');
  const [path, query] = at < 0 ? [rewriteUrl, null] : [rewriteUrl.slice(0, at), rewriteUrl.slice(at + 1)];
  const encode = (text: string) => text.toWellFormed().replace(/[^\u0021-\u007e]+/gu, encodeURIComponent);
  const filledPath = fillCaptures(encode(path), 'path', captures);
  const filledQuery = query === null ? visit.raw.query : fillCaptures(encode(query), 'query', captures);
  if (filledPath === null || filledQuery === null || filledPath.replace(/%2e/gi, '.').split('/').some(isDots)) return null;
  const canonical = canonicalPath(filledPath, mergeSlashes);
  return canonical && canonical + (filledQuery && `?${filledQuery}`);
}
