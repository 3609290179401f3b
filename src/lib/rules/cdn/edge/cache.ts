import { parseDirectives } from './cache/directives.ts';
import { isConfirmed, ownTime } from './cache/freshness.ts';
import { type CacheResponse, readResponse } from './cache/response.ts';
import { serveCopy } from './cache/serving.ts';
import { planLifetime, planStoring } from './cache/storing.ts';
import type { Cache } from './config.ts';
import { durationSeconds, type Effect, isUntil, type OriginResponse, type Passage, type Step, step, type Verdict } from './types.ts';

/** Why this request bypasses the cache, whatever the response. */
function refuseRequest({ config, visit, rule }: Passage): Step | null {
  const { level, developmentMode, developmentUntil } = config.cache;
  if (rule?.bypass) return step('cache', 'skip', 'cacheBypass', {}, { item: { id: rule.id, title: rule.title } });
  if (level === 'off') return step('cache', 'skip', 'cacheOff');
  if (developmentMode && isUntil(developmentUntil, visit.now)) return step('cache', 'skip', 'cacheDevelopment');
  if (visit.method !== 'GET' && visit.method !== 'HEAD') return step('cache', 'skip', 'cacheMethod', { method: visit.method });
  if (parseDirectives(visit.headers.get('cache-control') ?? '').has('no-store')) return step('cache', 'skip', 'cacheNoStore');
  return null;
}

/**
 * The cache key: the same for GET and HEAD, without fragment; with or without the query string.
 * @param query as the origin gets it, without the question mark: what it reads differently has a copy of its own
 */
export const cacheKey = ({ protocol, host, pathname }: URL, query: string, level: 'withQuery' | 'withoutQuery'): string =>
  `${protocol}//${host}${pathname}${level === 'withQuery' && query !== '' ? `?${query}` : ''}`;

/** How long browsers keep the response: errors have their own header. */
const browserEffects = ({ browserTtl }: Cache, status: number): Effect[] =>
  browserTtl && status < 400 ? [{ name: 'browserTtl', value: durationSeconds(browserTtl), from: 'domain' }] : [];

const onlineEffects = ({ alwaysOnline }: Cache): Effect[] => (alwaysOnline ? [{ name: 'alwaysOnline', value: true, from: 'domain' }] : []);

/** Before the origin has answered. */
function expectStoring(passage: Passage, ignores: boolean): Step {
  const { cache: settings } = passage.config;
  if (passage.visit.headers.has('authorization')) return step('cache', 'skip', 'cacheAuthorization');
  const own = ownTime(passage);
  if (!own) return step('cache', 'skip', 'cacheAsOrigin');
  const { seconds, from } = own;
  const effect: Effect[] = [{ name: 'ttl', value: seconds, from }, ...browserEffects(settings, 200), ...onlineEffects(settings)];
  return step('cache', 'store', own.yields && !ignores ? 'cacheMayKeepDefault' : 'cacheMayKeep', { time: { seconds } }, { effect });
}

/** Whether and for how long the response of the origin is stored. */
function store(passage: Passage, answer: CacheResponse): Step {
  const { cache: settings } = passage.config;
  const plan = planStoring(passage, answer);
  if ('refused' in plan) return plan.refused;
  const { seconds, from } = plan.ttl;
  const effect: Effect[] = [{ name: 'ttl', value: seconds, from }];
  // A browser must not use what the edge itself has to ask for.
  if (!isConfirmed(plan.ttl)) effect.push(...browserEffects(settings, answer.status));
  effect.push(...onlineEffects(settings));
  return isConfirmed(plan.ttl)
    ? step('cache', 'store', 'cacheMustValidate', {}, { effect })
    : step('cache', 'store', 'cacheKept', { time: { seconds } }, { effect });
}

const ignoresHeaders = ({ config, settings }: Passage): boolean => settings.ignoreCacheControl ?? config.cache.ignoreCacheControl;

/** Whether a copy isn't used without asking the origin, even while that can't be reached. */
export function mustConfirm(passage: Passage, copy: OriginResponse): boolean {
  const plan = planLifetime(passage, readResponse(copy, ignoresHeaders(passage)));
  return 'ttl' in plan && isConfirmed(plan.ttl);
}

/** Whether the origin may confirm a copy to this request: a response to it could be stored in the same way. */
export const mayRevalidate = (passage: Passage, copy: OriginResponse): boolean =>
  'ttl' in planStoring(passage, readResponse(copy, ignoresHeaders(passage)));

export function cache(passage: Passage): Verdict {
  const { config, settings, visit, rule } = passage;
  const { level } = config.cache;
  const refused = refuseRequest(passage);
  if (refused || level === 'off') return { steps: [refused ?? step('cache', 'skip', 'cacheOff')] };
  const ignores = ignoresHeaders(passage);
  const answer = visit.request.answer ? readResponse(visit.request.answer, ignores) : null;
  const stored = visit.request.seen?.copy;
  const copy = stored ? { age: stored.age, response: readResponse(stored.response, ignores) } : null;
  const served = copy && serveCopy(passage, copy, answer);
  const made = served ?? (answer ? store(passage, answer) : expectStoring(passage, ignores));
  // Without a key no copy is looked for: the directives that would allow one for credentials are ignored.
  if (made.action === 'skip' && (answer || (ignores && visit.headers.has('authorization')))) return { steps: [made] };
  const key = cacheKey(visit.url, visit.raw.query, settings.queryString ?? level);
  const effect: Effect[] = [{ name: 'cacheKey', value: key, from: settings.queryString ? 'pageRule' : 'domain' }, ...made.effect];
  if (served) effect.push(...browserEffects(config.cache, copy.response.status));
  if (made.reasonKey === 'edge:reason.cacheStale') effect.push(...onlineEffects(config.cache));
  const isByRule = settings.cacheTtl || settings.defaultTtl || settings.queryString || settings.ignoreCacheControl !== undefined;
  const item = rule && isByRule && made.action !== 'skip' ? { item: { id: rule.id, title: rule.title }, matched: true } : {};
  return { steps: [{ ...made, ...item, effect }], ...(served && { end: { outcome: 'served', status: copy.response.status } }) };
}
