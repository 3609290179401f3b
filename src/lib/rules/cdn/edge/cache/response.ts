import { prepared } from '../../../core/prepared.ts';
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

const ignorable = ['cdn-cache-control', 'surrogate-control', 'cache-control', 'expires'] as const;

function parse({ status, headers }: OriginResponse, ignored: readonly string[]): CacheResponse {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of ignored) named.delete(name);
  return { status, headers: named, ...cacheDirectives(named) };
}

// A stored response is asked about by many requests.
const parseAll = prepared((response: OriginResponse) => parse(response, []));
const parseRest = prepared((response: OriginResponse) => parse(response, ignorable));

/** @param ignores the customer has chosen to ignore what the origin's headers say about caching */
export const readResponse = (response: OriginResponse, ignores: boolean): CacheResponse => (ignores ? parseRest : parseAll)(response);
