import type { IncomingHttpHeaders } from 'node:http';

/** Headers of one connection, which a proxy doesn't pass on (RFC 9110 section 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);
/**
 * Names that servers and frameworks read instead of the request itself: for its URL, host, method, scheme, the visitor's address or country,
 * or a proxy to use. A visitor could send another request to the server with them than the one that was checked and that the cache stores.
 */
const overriding =
  /^(?:x-(?:forwarded|forward|original|originally|rewrite|http|middleware)-.*|forwarded(?:-.*)?|(?:x-)?(?:real|remote|client|cluster-client|originating)-?(?:ip|addr|host|protocol)|(?:true|fastly|incap)-client-ip|cf-(?:connecting-ip|ipcountry|visitor)|(?:x-)?(?:url-)?scheme|(?:x-)?https?|x-(?:arr-)?ssl|front-end-https|(?:x-)?(?:method-override|real-method)|x-(?:host|server-name|server-port|ip|geoip-country|proxy-url)|cloudfront-viewer-country|proxy(?:-(?:host|url))?|request-uri|x-request-id|expect)$/;

/** CGI and its successors read `X_Forwarded_For` as `X-Forwarded-For`. */
const isOverriding = (name: string): boolean => overriding.test(name.replaceAll('_', '-'));

export type Headers = Record<string, string | string[]>;
export interface From {
  ip: string;
  scheme: 'http' | 'https';
  host: string;
  id: string;
}

const listed = (connection: string | string[] | undefined): string[] =>
  String(connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** The headers of a response or request that go beyond the connection. */
export function endToEnd(headers: IncomingHttpHeaders): Headers {
  const drop = listed(headers.connection);
  const kept: Headers = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !name.startsWith(':') && !hopByHop.has(name) && !drop.includes(name)) kept[name] = value;
  }
  return kept;
}

/** A visitor's headers for the origin. */
export function toOrigin(headers: IncomingHttpHeaders, cookies: string, { ip, scheme, host, id }: From, hostHeader: string): Headers {
  const kept = endToEnd(headers);
  for (const name in kept) if (isOverriding(name)) delete kept[name];
  if (cookies) kept.cookie = cookies;
  else delete kept.cookie;
  return { ...kept, host: hostHeader, 'x-forwarded-for': ip, 'x-forwarded-proto': scheme, 'x-forwarded-host': host, 'x-request-id': id };
}

/** How often a header was sent. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const found = rawHeaders[at];
    if (found?.length === name.length && found.toLowerCase() === name) count++;
  }
  return count;
}

/** Every value of a header: Node keeps only the first of some. */
export const headerValues = (rawHeaders: readonly string[], name: string): string[] =>
  rawHeaders.filter((_, place) => place % 2 === 1 && rawHeaders[place - 1]?.toLowerCase() === name);

/** One string per name, as the engine takes them. */
export function plain(headers: IncomingHttpHeaders | Headers): Record<string, string> {
  const made: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !name.startsWith(':')) made[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return made;
}
