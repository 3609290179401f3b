import type { Headers } from '../base/headers.ts';
import type { Decision } from '../request/decision.ts';
import type { Exchange } from '../request/exchange.ts';
import { type CacheRequest, type Copy, cacheTags, type NewCopy } from './copies.ts';

/** A response of the origin, complete, with its end-to-end headers. */
export interface Fetched {
  status: number;
  headers: Headers;
  body: Buffer;
  /** Epoch ms. */
  requestedAt: number;
}

/** Checks whether a copy is still valid (RFC 9111 section 4.3.1). */
export function conditions({ headers: { etag, 'last-modified': modified } }: Copy): Headers {
  return { ...(etag !== undefined && { 'if-none-match': etag }), ...(modified !== undefined && { 'if-modified-since': modified }) };
}

/** The headers of a copy after a 304 (RFC 9111 sections 3.2 and 4.3.4). */
export function freshened({ headers }: Copy, news: Headers): Headers {
  const { age: _, ...before } = headers;
  const { 'content-length': __, ...changed } = news;
  return { ...before, ...changed };
}

/** Stores a response under the URL of a request. @param id of the copy whose body it keeps */
export function storeCopy({ tools, request }: Exchange, decision: Decision, key: CacheRequest, fetched: Fetched, id?: string): void {
  const { host, path, query } = decision.passage.visit;
  const url = String(decision.effect('cache', 'cacheKey') ?? request.url);
  const copy: NewCopy = { ...fetched, url, host, path, query, tags: cacheTags(fetched.headers) };
  tools.copies.put(key, id === undefined ? copy : { ...copy, id });
}
