import { parseHttpDate } from '../../../core/httpTime.ts';

/** Weak comparison (RFC 9110 section 8.8.3.2). */
const opaque = (tag: string): string => tag.replace(/^W\//, '');

/**
 * Whether a visitor already has a response with status 200: it is answered with 304 (RFC 9110 section 13.2.2, RFC 9111 section 4.3.2). Without
 * `Last-Modified` the response is as old as its `Date`.
 * @param request headers, with names in lower case
 * @param response `etag`, `last-modified` and `date` of the response
 * @param now epoch ms
 */
export function isNotModified(
  request: Readonly<Record<string, string>>,
  response: { etag?: string | undefined; 'last-modified'?: string | undefined; date?: string | undefined },
  now: number,
): boolean {
  const tags = request['if-none-match'];
  const { etag = '', 'last-modified': modified, date } = response;
  if (tags !== undefined)
    return (
      tags.trim() === '*' || (etag !== '' && (tags.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? []).some((tag) => opaque(tag) === opaque(etag)))
    );
  const since = parseHttpDate(request['if-modified-since'], now);
  const changed = parseHttpDate(modified, now) ?? parseHttpDate(date, now);
  return since !== null && changed !== null && changed <= since;
}
