import type { OriginResponse } from '../types.ts';
import { cacheDirectives, type Directives } from './directives.ts';

/** A response as the cache reads it. */
export interface CacheResponse {
  status: number;
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  control: Directives;
  /** The directives are from a header for CDNs alone, so `Expires` has no effect (RFC 9213 section 2.2). */
  isTargeted: boolean;
}

/** @param ignores the customer has chosen to ignore what the origin's headers say about caching */
export function readResponse({ status, headers }: OriginResponse, ignores: boolean): CacheResponse {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (ignores) for (const name of ['cdn-cache-control', 'surrogate-control', 'cache-control', 'expires']) named.delete(name);
  return { status, headers: named, ...cacheDirectives(named) };
}
