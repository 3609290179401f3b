import { parseDeltaSeconds, parseHttpDate } from '../../../core/httpTime.ts';
import { defaultClientErrorTtl, longestCache } from '../../cache/times.ts';
import { durationSeconds, type Effect, type Passage } from '../types.ts';
import type { CacheResponse } from './response.ts';

/** Statuses that may be cached without explicit freshness (RFC 9110 section 15.1), except 206, which is partial. */
export const isCacheableByDefault = (status: number): boolean => cacheableByDefault.has(status);
const cacheableByDefault: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]);

/** A tenth of the time since the last change, and at most a day (RFC 9111 section 4.2.2). */
const heuristic = { share: 0.1, longest: 86_400 } as const;
/** For how long a copy may be used without a request to the origin, and who set it. */
export interface Lifetime {
  seconds: number;
  from: Effect['from'];
}

/**
 * The freshness lifetime that a response states for a shared cache, in seconds (RFC 9111 section 4.2.1). What can't be read has
 * expired: its author wanted a limit.
 * @param now epoch ms
 * @returns null: it states none
 */
function statedLifetime({ headers, control, isTargeted }: CacheResponse, now: number): number | null {
  const directive = control.get('s-maxage') ?? control.get('max-age');
  if (directive !== undefined) return parseDeltaSeconds(directive) ?? 0;
  const expires = headers.get('expires');
  if (expires === undefined || isTargeted) return null;
  const until = parseHttpDate(expires, now);
  const from = parseHttpDate(headers.get('date'), now) ?? now;
  return until === null ? 0 : Math.max(0, Math.floor((until - from) / 1000));
}

/** A guess from `Last-Modified` (RFC 9111 section 4.2.2), in seconds; null: there is no base for it. */
function heuristicLifetime({ status, headers, control }: CacheResponse, now: number): number | null {
  const modified = parseHttpDate(headers.get('last-modified'), now);
  if (modified === null || !(isCacheableByDefault(status) || control.has('public'))) return null;
  const from = parseHttpDate(headers.get('date'), now) ?? now;
  return Math.min(heuristic.longest, Math.max(0, Math.floor(((from - modified) / 1000) * heuristic.share)));
}

/** A time that the customer has set. `yields`: only for responses that state none. */
interface OwnTime extends Lifetime {
  yields: boolean;
}

/** The customer's time: of the page rule, else of the domain. It is at least the plan's minimum. */
export function ownTime({ config: { cache }, settings }: Passage): OwnTime | null {
  const [time, from, yields] = settings.cacheTtl
    ? ([settings.cacheTtl, 'pageRule', false] as const)
    : settings.defaultTtl
      ? ([settings.defaultTtl, 'pageRule', true] as const)
      : cache.ttl
        ? ([cache.ttl, 'domain', false] as const)
        : ([cache.defaultTtl, 'domain', true] as const);
  if (!time) return null;
  const seconds = Math.min(durationSeconds(time), longestCache);
  const least = cache.minTtl ?? 0;
  return seconds < least ? { seconds: least, from: 'plan', yields } : { seconds, from, yields };
}

/** The customer's time for an error, in place of that for other responses; null: not cached. */
function errorTime({ clientErrorTtl = defaultClientErrorTtl, serverErrorTtl }: Passage['config']['cache'], status: number): number | null {
  const time = status >= 500 ? serverErrorTtl : isCacheableByDefault(status) ? clientErrorTtl : null;
  return time ? durationSeconds(time) : null;
}

/**
 * The cache TTL of a response. The customer's time comes before that of the origin, except for errors and for statuses that caches don't
 * store by themselves, such as 302: there the origin knows better.
 * @returns null: nobody has set one
 */
export function lifetime(passage: Passage, response: CacheResponse): Lifetime | null {
  const { config, visit } = passage;
  const { status } = response;
  const own = ownTime(passage);
  const stated = statedLifetime(response, visit.now);
  const isError = status >= 400;
  const overrides = own !== null && !own.yields && !isError && isCacheableByDefault(status);
  if (stated !== null && !overrides) return { seconds: Math.min(stated, longestCache), from: 'origin' };
  if (own && isError) {
    const seconds = errorTime(config.cache, status);
    return seconds === null ? null : { seconds: Math.min(seconds, own.seconds), from: 'domain' };
  }
  if (own && isCacheableByDefault(status)) return { seconds: own.seconds, from: own.from };
  const guess = config.cache.heuristicFreshness ? heuristicLifetime(response, visit.now) : null;
  return guess === null ? null : { seconds: guess, from: 'origin' };
}

/** Times of the origin are never raised to the plan's minimum: the copy would be stale. Copies with less are validated before each use. */
export const isBelowMinimum = ({ seconds, from }: Lifetime, least: number | null): boolean =>
  from === 'origin' && (seconds === 0 || seconds < (least ?? 0));

/** The TTL of a copy that the origin confirms before each use. */
export const confirmed: Lifetime = { seconds: 0, from: 'origin' };
export const isConfirmed = ({ seconds, from }: Lifetime): boolean => seconds === 0 && from === 'origin';

/**
 * The current age of a copy, in seconds (RFC 9111 section 4.2.3): from `Age` and the arrival, not from `Date`, because clocks of origins
 * are often wrong.
 * @param age the header of the origin, of which the first value counts
 * @param requestedAt when the response was requested, epoch ms, and so is `now`
 */
export const currentAge = (age: string | undefined, requestedAt: number, now: number): number =>
  (parseDeltaSeconds(age?.split(',')[0]?.trim()) ?? 0) + Math.max(0, Math.floor((now - requestedAt) / 1000));
