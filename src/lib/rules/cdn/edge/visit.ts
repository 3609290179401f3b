import { type Network, parseNetwork } from '../../core/network.ts';
import { canonicalUrl } from '../../core/requestPath.ts';
import { normalPath, type Place } from './pattern.ts';
import type { EdgeRequest } from './types.ts';

/** A request, parsed once for all layers. */
export interface Visit extends Place {
  url: URL;
  /** Path and query as sent: the URL parser resolves `..`, which an attack contains. */
  raw: { path: string; query: string };
  method: string;
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  cookies: ReadonlyMap<string, string>;
  body: string;
  ip: string;
  network: Network | null;
  /** Two capital letters; empty: unknown. */
  country: string;
  request: EdgeRequest;
  now: number;
}

function readUrl(text: string, domain: string): URL | null {
  try {
    // The edge refuses a request without a normal form before.
    const url = canonicalUrl(new URL(text, `https://${domain}`));
    return /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : null;
  } catch {
    return null;
  }
}

function readCookies(header: string, more: Readonly<Record<string, string>>): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const cut = pair.indexOf('=');
    if (cut > 0) cookies.set(pair.slice(0, cut).trim(), pair.slice(cut + 1).trim());
  }
  for (const [name, value] of Object.entries(more)) cookies.set(name, value);
  return cookies;
}

/** @returns null when the URL is invalid, or neither http nor https */
export function readVisit(request: EdgeRequest, domain: string): Visit | null {
  const url = readUrl(request.url.trim(), domain);
  if (!url) return null;
  const [, path = '', query = ''] =
    /^(?:[a-z]+:)?(?:[/\\]{2}[^/\\?#]*)?([^?#]*)\??([^#]*)/i.exec((request.target ?? request.url).trim()) ?? [];
  const headers = new Map(Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    url,
    host: url.hostname.replace(/\.$/, ''),
    path: normalPath(url.pathname),
    query: url.search.slice(1),
    raw: { path: path || '/', query },
    method: (request.method || 'GET').toUpperCase(),
    headers,
    cookies: readCookies(headers.get('cookie') ?? '', request.cookies ?? {}),
    body: request.body ?? '',
    ip: request.ip,
    network: parseNetwork(request.ip),
    country: (request.country ?? '').trim().toUpperCase(),
    request,
    now: request.now,
  };
}
