import { isClusterDown } from './cluster.ts';
import type { Effect } from './types.ts';
import { durationSeconds, isUntil, type Passage, step, type Verdict } from './types.ts';

/** Statuses that may be cached by default (RFC 9110 section 15.1), except 206, which is partial. */
const storable: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]);
/** Responses that count as failures when serving stale (RFC 5861 section 4). */
const errors: ReadonlySet<number> = new Set([500, 502, 503, 504]);
/** Cache times range from 30 minutes to 365 days. */
const longest = 31_536_000;

/** `no-cache, max-age=60, private="x"` → lower-case names with their values, unquoted (RFC 9111 section 5.2). */
export function directives(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of header.split(',')) {
    const cut = part.indexOf('=');
    const name = (cut < 0 ? part : part.slice(0, cut)).trim().toLowerCase();
    if (name && !found.has(name))
      found.set(
        name,
        cut < 0
          ? ''
          : part
              .slice(cut + 1)
              .trim()
              .replace(/^"|"$/g, ''),
      );
  }
  return found;
}

const wholeSeconds = (text: string | undefined): number | null => (text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null);

type Answer = { status: number; headers: ReadonlyMap<string, string>; control: ReadonlyMap<string, string> };
function cacheAnswer({ visit }: Passage): Answer | null {
  const { answer } = visit.request;
  if (!answer) return null;
  const headers = new Map(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { status: answer.status, headers, control: directives(headers.get('cache-control') ?? '') };
}

/** TTL for a shared cache from the origin, in seconds (RFC 9111 section 4.2.1); null: none. An invalid `Expires` counts as expired. */
function freshness({ headers, control }: Answer, now: number): number | null {
  const stated = wholeSeconds(control.get('s-maxage')) ?? wholeSeconds(control.get('max-age'));
  const expires = headers.get('expires');
  if (stated !== null || expires === undefined) return stated;
  const from = Date.parse(headers.get('date') ?? '');
  const seconds = (Date.parse(expires) - (Number.isNaN(from) ? now : from)) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.max(0, Math.floor(seconds));
}

/** The cache TTL: from the page rule, else the domain, else the origin. A configured TTL is at least the plan's minimum. */
function cacheTtl(
  { config, settings, visit }: Passage,
  answer: Answer | null,
  ignores: boolean,
): { seconds: number; from: Effect['from'] } | null {
  const own = settings.cacheTtl ?? config.cache.ttl;
  const least = config.cache.minTtl ?? 0;
  if (own) {
    const seconds = Math.min(durationSeconds(own), longest);
    return seconds < least ? { seconds: least, from: 'plan' } : { seconds, from: settings.cacheTtl ? 'pageRule' : 'domain' };
  }
  const origin = answer && !ignores ? freshness(answer, visit.now) : null;
  return origin === null ? null : { seconds: Math.min(origin, longest), from: 'origin' };
}

/** Why this request bypasses the cache, whatever the response. */
function refusal({ config, visit, rule }: Passage) {
  const { level, developmentMode, developmentUntil } = config.cache;
  if (rule?.bypass) return step('cache', 'skip', 'cacheBypass', {}, { item: { id: rule.id, title: rule.title } });
  if (level === 'off') return step('cache', 'skip', 'cacheOff');
  if (developmentMode && isUntil(developmentUntil, visit.now)) return step('cache', 'skip', 'cacheDevelopment');
  if (visit.method !== 'GET' && visit.method !== 'HEAD') return step('cache', 'skip', 'cacheMethod', { method: visit.method });
  if (directives(visit.headers.get('cache-control') ?? '').has('no-store')) return step('cache', 'skip', 'cacheNoStore');
  return null;
}

/** Why this response can't be cached (RFC 9111 section 3). Responses with a cookie or for a signed-in visitor are never cached. */
function uncacheableStep({ status, headers, control }: Answer, visit: Passage['visit'], ignores: boolean) {
  if (!storable.has(status)) return step('cache', 'skip', 'cacheStatus', { status });
  if (headers.has('set-cookie')) return step('cache', 'skip', 'cacheSetCookie');
  if ((headers.get('vary') ?? '').split(',').some((name) => name.trim() === '*')) return step('cache', 'skip', 'cacheVary');
  const word = ['no-store', 'private', 'no-cache'].find((name) => control.has(name));
  if (word && !ignores) return step('cache', 'skip', 'cacheOriginRefuses', { directive: word });
  const isShared = ['public', 's-maxage', 'must-revalidate'].some((name) => control.has(name));
  if (visit.headers.has('authorization') && (!isShared || word)) return step('cache', 'skip', 'cacheAuthorization');
  return null;
}

/**
 * The cache key: the same for GET and HEAD, without fragment; with or without the query string.
 * @param query as the origin gets it, without the question mark: what it reads differently has a copy of its own
 */
export const cacheKey = ({ protocol, host, pathname }: URL, query: string, level: 'withQuery' | 'withoutQuery'): string =>
  `${protocol}//${host}${pathname}${level === 'withQuery' && query !== '' ? `?${query}` : ''}`;

/** The origin fails: no server of its cluster is up, or it returned an error. */
const isOriginDown = (passage: Passage, answer: Answer | null): boolean => (answer ? errors.has(answer.status) : isClusterDown(passage));

export function cache(passage: Passage): Verdict {
  const { config, settings, visit, rule } = passage;
  const refused = refusal(passage);
  const { level } = config.cache;
  if (refused || level === 'off') return { steps: [refused ?? step('cache', 'skip', 'cacheOff')] };
  const ignores = settings.ignoreCacheControl ?? config.cache.ignoreCacheControl;
  const answer = cacheAnswer(passage);
  const ttl = cacheTtl(passage, answer, ignores);
  const key = cacheKey(visit.url, visit.raw.query, settings.queryString ?? level);
  const copy = visit.request.seen?.copy;
  const effect: Effect[] = [{ name: 'cacheKey', value: key, from: settings.queryString ? 'pageRule' : 'domain' }];
  const item =
    rule && (settings.cacheTtl || settings.queryString || settings.ignoreCacheControl !== undefined)
      ? { id: rule.id, title: rule.title }
      : undefined;
  if (copy && ttl && copy.age < ttl.seconds && !visit.headers.has('authorization'))
    return {
      steps: [step('cache', 'serve', 'cacheServed', { age: { seconds: copy.age }, time: { seconds: ttl.seconds } }, { item, effect })],
      end: { outcome: 'served', status: 200 },
    };
  // The headers of the copy itself allow it to be served while it is revalidated (RFC 5861 section 3).
  const grace = answer && !ignores && storable.has(answer.status) ? (wholeSeconds(answer.control.get('stale-while-revalidate')) ?? 0) : 0;
  const mustAsk = answer && ['must-revalidate', 'proxy-revalidate', 'no-cache'].some((name) => answer.control.has(name));
  if (copy && ttl && !mustAsk && copy.age < ttl.seconds + grace && !visit.headers.has('authorization'))
    return {
      steps: [step('cache', 'serve', 'cacheRevalidating', { age: { seconds: copy.age } }, { item, effect })],
      end: { outcome: 'served', status: 200 },
    };
  if (copy && config.cache.alwaysOnline && !visit.headers.has('authorization') && isOriginDown(passage, answer)) {
    const online: Effect = { name: 'alwaysOnline', value: true, from: 'domain' };
    return {
      steps: [step('cache', 'serve', 'cacheStale', { age: { seconds: copy.age } }, { item, effect: [...effect, online] })],
      end: { outcome: 'served', status: 200 },
    };
  }
  if (!answer && visit.headers.has('authorization')) return { steps: [step('cache', 'skip', 'cacheAuthorization')] };
  const unkept = answer && uncacheableStep(answer, visit, ignores);
  if (unkept) return { steps: [unkept] };
  if (!ttl) return { steps: [step('cache', 'skip', answer ? 'cacheNoTime' : 'cacheAsOrigin', {}, { effect })] };
  if (ttl.from === 'origin' && (ttl.seconds === 0 || ttl.seconds < (config.cache.minTtl ?? 0)))
    return { steps: [step('cache', 'skip', 'cacheTooShort', { time: { seconds: ttl.seconds } })] };
  effect.push({ name: 'ttl', value: ttl.seconds, from: ttl.from });
  if (config.cache.browserTtl) effect.push({ name: 'browserTtl', value: durationSeconds(config.cache.browserTtl), from: 'domain' });
  if (config.cache.alwaysOnline) effect.push({ name: 'alwaysOnline', value: true, from: 'domain' });
  const params = { time: { seconds: ttl.seconds } };
  return { steps: [step('cache', 'store', answer ? 'cacheKept' : 'cacheMayKeep', params, { item, effect })] };
}
