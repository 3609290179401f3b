import { parseDeltaSeconds } from '../../../core/httpTime.ts';
import { isClusterDown } from '../cluster.ts';
import { type Passage, type Step, step } from '../types.ts';
import { isConfirmed, lifetime } from './freshness.ts';
import type { CacheResponse } from './response.ts';
import { planLifetime, refuseStoring } from './storing.ts';

/** Responses that count as failures (RFC 5861 section 4). */
const failures: ReadonlySet<number> = new Set([500, 502, 503, 504]);
/** Directives that forbid to serve an expired copy, whoever allows it (RFC 9111 section 4.2.4). */
const forbidding = ['must-revalidate', 'proxy-revalidate', 'no-cache'] as const;

/** The origin fails: no server of its cluster is up, or it returned an error. */
const isOriginDown = (passage: Passage, answer: CacheResponse | null): boolean =>
  answer ? failures.has(answer.status) : isClusterDown(passage);

/** A stored response with its age in seconds. */
interface StoredCopy {
  age: number;
  response: CacheResponse;
}

/**
 * Whether a copy answers the request: while it is fresh, expired in the time that the origin allows (RFC 5861), or expired while the origin
 * fails, if the customer wants that.
 * @param answer the response of the origin if it was asked
 * @returns null: the origin has to answer, or to confirm the copy
 */
export function serveCopy(passage: Passage, { age, response }: StoredCopy, answer: CacheResponse | null): Step | null {
  const { config, visit } = passage;
  // The settings may have changed since it was stored.
  if (refuseStoring(response, visit)) return null;
  const params = { age: { seconds: age } };
  const { control } = response;
  const plan = planLifetime(passage, response);
  const ttl = 'ttl' in plan ? plan.ttl : null;
  if (ttl && age < ttl.seconds) return step('cache', 'serve', 'cacheServed', { ...params, time: { seconds: ttl.seconds } });
  if (forbidding.some((name) => control.has(name))) return null;
  const allows = (name: 'stale-while-revalidate' | 'stale-if-error'): boolean => {
    const grace = parseDeltaSeconds(control.get(name));
    return grace !== null && age < (lifetime(passage, response)?.seconds ?? 0) + grace;
  };
  if (allows('stale-while-revalidate')) return step('cache', 'serve', 'cacheRevalidating', params);
  // `s-maxage` means `proxy-revalidate` (RFC 9111 section 5.2.2.10).
  if (!isOriginDown(passage, answer) || control.has('s-maxage')) return null;
  // What the origin confirms before each use may be wrong by now, or for this visitor.
  if (config.cache.alwaysOnline && !(ttl && isConfirmed(ttl))) return step('cache', 'serve', 'cacheStale', params);
  return allows('stale-if-error') ? step('cache', 'serve', 'cacheStaleIfError', params) : null;
}
