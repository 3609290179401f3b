import type { IncomingHttpHeaders } from 'node:http';
import { hopByHop, isOverriding } from '../../lib/rules/cdn/edge/headerNames.ts';

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
  const retained: Headers = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !name.startsWith(':') && !hopByHop.has(name) && !drop.includes(name)) retained[name] = value;
  }
  return retained;
}

/** A visitor's headers for the origin. */
export function toOrigin(headers: IncomingHttpHeaders, cookies: string, { ip, scheme, host, id }: From, hostHeader: string): Headers {
  const retained = endToEnd(headers);
  for (const name in retained) if (isOverriding(name)) delete retained[name];
  if (cookies) retained.cookie = cookies;
  else delete retained.cookie;
  return {
    ...retained,
    host: hostHeader,
    'x-forwarded-for': ip,
    'x-forwarded-proto': scheme,
    'x-forwarded-host': host,
    'x-request-id': id,
  };
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
