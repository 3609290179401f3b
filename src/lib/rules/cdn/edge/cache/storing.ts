import { type Passage, type Step, step } from '../types.ts';
import { confirmed, isBelowMinimum, isCacheableByDefault, type Lifetime, lifetime } from './freshness.ts';
import type { CacheResponse } from './response.ts';

/** The statuses of RFC 9110 section 15, whose requirements for caches are followed: `must-understand` is for these (RFC 9111 section 5.2.2.3). */
const isUnderstood = (status: number): boolean =>
  (status >= 200 && status <= 205) ||
  (status >= 300 && status <= 308) ||
  (status >= 400 && status <= 417) ||
  [421, 422, 426].includes(status) ||
  (status >= 500 && status <= 505);

/**
 * Whether a response to a request with credentials may be shared (RFC 9111 section 3.5). For a copy: whether it may answer one.
 * Without these directives, the response may be meant for one person.
 */
const isForAll = ({ control }: CacheResponse): boolean =>
  control.has('public') || control.has('s-maxage') || control.has('must-revalidate');

/** Why a response can't be stored at all (RFC 9111 section 3); null: it may be. */
export function refuseStoring(response: CacheResponse, { headers: requested }: Passage['visit']): Step | null {
  const { status, headers, control } = response;
  const mustUnderstand = control.has('must-understand');
  // Parts aren't put together, and 304 has no body of its own.
  if (status < 200 || status === 206 || status === 304 || (mustUnderstand && !isUnderstood(status)))
    return step('cache', 'skip', 'cacheStatus', { status });
  // RFC 9111 allows it, but a shared cookie would sign visitors in as somebody else.
  if (headers.has('set-cookie')) return step('cache', 'skip', 'cacheSetCookie');
  if ((headers.get('vary') ?? '').split(',').some((name) => name.trim() === '*')) return step('cache', 'skip', 'cacheVary');
  const directive = control.has('no-store') && !mustUnderstand ? 'no-store' : control.has('private') ? 'private' : null;
  if (directive) return step('cache', 'skip', 'cacheOriginRefuses', { directive });
  if (requested.has('authorization') && !isForAll(response)) return step('cache', 'skip', 'cacheAuthorization');
  return null;
}

const hasValidator = ({ headers }: CacheResponse): boolean => headers.has('etag') || headers.has('last-modified');

/** For how long a response is stored, or why it isn't. */
type Storing = { refused: Step } | { ttl: Lifetime };

/** Whether and for how long a response is stored. */
export function planStoring(passage: Passage, response: CacheResponse): Storing {
  const refused = refuseStoring(response, passage.visit);
  return refused ? { refused } : planLifetime(passage, response);
}

/** As `planStoring`, for a response that may be stored. */
export function planLifetime(passage: Passage, response: CacheResponse): Storing {
  const { status, control } = response;
  const ttl = lifetime(passage, response);
  const isNoCache = control.has('no-cache') && (ttl !== null || isCacheableByDefault(status));
  // Errors live for minutes, whoever says so.
  const least = status >= 400 ? null : passage.config.cache.minTtl;
  if (isNoCache || (ttl && isBelowMinimum(ttl, least))) {
    // An origin that makes a page for each visitor may confirm the one of another: not every validator depends on cookies.
    if (hasValidator(response))
      return passage.visit.cookies.size === 0 ? { ttl: confirmed } : { refused: step('cache', 'skip', 'cacheCookies') };
    return {
      refused: isNoCache
        ? step('cache', 'skip', 'cacheOriginRefuses', { directive: 'no-cache' })
        : step('cache', 'skip', 'cacheTooShort', { time: { seconds: ttl?.seconds ?? 0 } }),
    };
  }
  if (ttl) return { ttl };
  return {
    refused:
      isCacheableByDefault(status) && status < 400
        ? step('cache', 'skip', 'cacheNoTime')
        : step('cache', 'skip', 'cacheStatusNoTime', { status }),
  };
}
