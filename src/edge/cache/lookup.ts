import { after } from '../base/after.ts';
import type { Exchange } from '../request/exchange.ts';
import type { Next } from '../request/next.ts';
import { ageOf, type CacheRequest, type Copy } from './copies.ts';
import { refresh } from './refresh.ts';

/** A GET of a whole response: its copy can serve others. */
export const isShared = ({ request, headers }: Exchange): boolean =>
  request.method === 'GET' && headers.range === undefined && headers.authorization === undefined;

/** What the engine is told about a copy. */
export const copyFacts = (copy: Copy) => ({ copy: { age: ageOf(copy) } });

/** Answers from the cache, or asks the origin: many visitors at once are one request, the others wait for its copy. */
export function lookup(exchange: Exchange, request: CacheRequest): Next | Promise<Next> {
  const { copies } = exchange.tools;
  return after(copies.get(request, exchange.site.purges), (copy) => {
    const found = usable(exchange, request, copy);
    if (found) return found;
    if (!isShared(exchange)) return toOrigin(request, copy, false);
    const other = copies.fetching(request);
    if (!other) return toOrigin(request, copy, true);
    return other.then(async () => {
      const fetched = await copies.get(request, exchange.site.purges);
      return usable(exchange, request, fetched) ?? toOrigin(request, fetched, false);
    });
  });
}

const toOrigin = (request: CacheRequest, stale: Copy | null, isFirst: boolean): Next => ({
  step: 'fetch',
  body: null,
  cached: { request, stale },
  isFirst,
  target: null,
});

/** @returns how a copy is served: a fresh one, or an older one if the engine allows it; null: the origin has to be asked */
function usable(exchange: Exchange, request: CacheRequest, copy: Copy | null): Next | null {
  if (!copy) return null;
  const { decision, logged, site } = exchange;
  const seen = copyFacts(copy);
  // With its headers, then for a request without a response, as which the decision goes on.
  if (decision.reevaluate('cache', { seen, answer: copy.answer }) && decision.reevaluate('cache', { seen })) {
    logged.cache = 'expired';
    return null;
  }
  const reason = decision.last('cache')?.reasonKey;
  const isRefreshed = reason === 'edge:reason.cacheRevalidating';
  logged.cache = isRefreshed || reason === 'edge:reason.cacheStale' ? 'stale' : 'hit';
  if (isRefreshed && site.policy.serving === 'on' && isShared(exchange)) refresh(exchange, request, copy);
  return { step: 'serve', copy, outcome: 'served' };
}
