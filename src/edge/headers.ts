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
/** A visitor's own statements about where a request comes from, or what it really is, aren't trusted. */
const forwarding: ReadonlySet<string> = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-server',
  'x-forwarded-ssl',
  'x-forwarded-scheme',
  'x-real-ip',
  'x-request-id',
  // They name another request than the one that was checked and that the cache stores.
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-original-host',
  'x-rewrite-url',
  'x-host',
  'expect',
]);

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
  for (const name of forwarding) delete kept[name];
  if (cookies) kept.cookie = cookies;
  else delete kept.cookie;
  return { ...kept, host: hostHeader, 'x-forwarded-for': ip, 'x-forwarded-proto': scheme, 'x-forwarded-host': host, 'x-request-id': id };
}

/** One string per name, as the engine takes them. */
export function plain(headers: IncomingHttpHeaders | Headers): Record<string, string> {
  const made: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !name.startsWith(':')) made[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return made;
}
