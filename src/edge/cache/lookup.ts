import { mayRevalidate } from '../../lib/rules/cdn/edge/cache.ts';
import { after } from '../base/after.ts';
import type { Exchange } from '../request/exchange.ts';
import type { Next } from '../request/next.ts';
import { ageOf, type CacheRequest, type Copy } from './copies.ts';
import { refresh } from './refresh.ts';

/** A GET of all of a response. */
export const isWhole = ({ request, headers }: Exchange): boolean => request.method === 'GET' && headers.range === undefined;
/** One whose copy can serve others. */
export const isShared = (exchange: Exchange): boolean => isWhole(exchange) && exchange.headers.authorization === undefined;

/** The facts about a copy for the engine. */
export const copyFacts = (copy: Copy) => ({ copy: { age: ageOf(copy), response: copy.answer } });

/** Responds from the cache, or requests the origin: many visitors at once are one request, the others wait for its copy. */
export function lookup(exchange: Exchange, request: CacheRequest): Next | Promise<Next> {
  const { copies } = exchange.tools;
  return after(copies.get(request, exchange.site.purges), (copy) => {
    const found = usable(exchange, request, copy);
    if (found) return found;
    const stale = confirmable(exchange, copy);
    if (!isShared(exchange)) return toOrigin(request, stale, false);
    const other = copies.fetching(request);
    if (!other) return toOrigin(request, stale, true);
    return other.then(async () => {
      const fetched = await copies.get(request, exchange.site.purges);
      return usable(exchange, request, fetched) ?? toOrigin(request, confirmable(exchange, fetched), false);
    });
  });
}

/** Credentials ask the origin as they are: what it answers them doesn't confirm the copy for others. */
const confirmable = ({ decision, headers }: Exchange, copy: Copy | null): Copy | null =>
  copy && headers.authorization === undefined && mayRevalidate(decision.passage, copy.answer) ? copy : null;

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
  if (decision.reevaluate('cache', { seen: copyFacts(copy) })) {
    if (exchange.headers.authorization === undefined) logged.cache = 'expired';
    return null;
  }
  const reason = decision.last('cache')?.reasonKey;
  logged.cache = reason === 'edge:reason.cacheServed' ? 'hit' : 'stale';
  if (reason === 'edge:reason.cacheRevalidating' && site.policy.serving === 'on' && isShared(exchange)) refresh(exchange, request, copy);
  return { step: 'serve', copy, outcome: 'served' };
}
