import { memoized } from '../../core/memoized.ts';
import { type Network, parseNetwork } from '../../core/network.ts';
import { canonicalPath } from '../../core/requestPath.ts';
import { normalPath, type Place } from './pattern.ts';
import type { EdgeRequest } from './types.ts';
import { noBody, type RequestBody } from './waf/body/reading.ts';

/** A request, parsed once for all layers. */
export interface Visit extends Place {
  url: URL;
  /** Path and query as sent: the URL parser resolves `..`, which an attack contains. */
  raw: { path: string; query: string };
  method: string;
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  cookies: ReadonlyMap<string, string>;
  body: RequestBody;
  ip: string;
  network: Network | null;
  /** Two capital letters; empty: unknown. */
  country: string;
  request: EdgeRequest;
  now: number;
}

const encoder = new TextEncoder();

/** @returns null when the URL is invalid, or its path has no normal form: the edge refuses it */
function readUrl(text: string, domain: string, mergeSlashes: boolean): Pick<Visit, 'url' | 'host' | 'path' | 'query'> | null {
  try {
    const url = new URL(text, `https://${domain}`);
    const { path } = splitUrl(text);
    // As a browser sends what somebody typed.
    const sent = path.replace(/[^\u0021-\u007e]+/g, encodeURIComponent);
    const canonical = canonicalPath(sent || '/', mergeSlashes);
    if (canonical === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
    url.pathname = canonical;
    return { url, host: url.hostname.replace(/\.$/, ''), path: normalPath(url.pathname), query: url.search.slice(1) };
  } catch {
    return null;
  }
}

// A whole URL needs no domain.
const readMerged = memoized((text) => readUrl(text, 'request.invalid', true));
const readSeparate = memoized((text) => readUrl(text, 'request.invalid', false));
const visitorNetwork = memoized(parseNetwork);

function readCookies(header: string, more: Readonly<Record<string, string>>): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const cut = pair.indexOf('=');
    if (cut > 0) cookies.set(pair.slice(0, cut).trim(), pair.slice(cut + 1).trim());
  }
  for (const [name, value] of Object.entries(more)) cookies.set(name, value);
  return cookies;
}

/** The path and the query of a URL or of a request target, as written. */
function splitUrl(text: string): { path: string; query: string } {
  const [, path = '', query = ''] = /^(?:https?:[/\\]{2}[^/\\?#]*)?([^?#]*)\??([^#]*)/i.exec(text) ?? [];
  return { path, query };
}

/**
 * @param mergeSlashes as in `canonicalPath`; patterns always match as if slashes were merged, because some servers answer so
 * @returns null when the URL is invalid, neither http nor https, or has a path that the edge refuses
 */
export function readVisit(request: EdgeRequest, domain: string, mergeSlashes = true): Visit | null {
  const text = request.url.trim();
  // An edge has whole URLs, of which many visitors ask for the same.
  const place = /^https?:\/\//i.test(text) ? (mergeSlashes ? readMerged : readSeparate)(text) : readUrl(text, domain, mergeSlashes);
  if (!place) return null;
  const { path, query } = splitUrl(request.target ?? text);
  const headers = new Map<string, string>();
  for (const name in request.headers) headers.set(name.toLowerCase(), request.headers[name] ?? '');
  return {
    ...place,
    raw: { path: path || '/', query },
    method: (request.method || 'GET').toUpperCase(),
    headers,
    cookies: readCookies(headers.get('cookie') ?? '', request.cookies ?? {}),
    body: request.body ? { bytes: encoder.encode(request.body), isPartial: false, unread: null } : noBody,
    ip: request.ip,
    network: visitorNetwork(request.ip),
    country: (request.country ?? '').trim().toUpperCase(),
    request,
    now: request.now,
  };
}
