import { edgeOnlyHeaders } from '../../lib/rules/cdn/edge/cache/directives.ts';
import { addCors } from '../../lib/rules/cdn/edge/cors.ts';
import { changeHeaders } from '../../lib/rules/cdn/edge/headerChanges.ts';
import { domainHsts } from '../../lib/rules/cdn/edge/https.ts';
import type { Headers } from '../base/headers.ts';
import type { Decision } from '../request/decision.ts';
import type { Arrival, Exchange } from '../request/exchange.ts';

/**
 * `Strict-Transport-Security`, which the edge adds to whatever it answers over HTTPS, its own pages included: as the https layer has
 * decided, or as the domain has it for a request that didn't get there.
 */
export function addHsts(arrival: Arrival & { decision?: Decision }, headers: Headers): void {
  const { visitor, site, decision, now } = arrival;
  if (visitor.scheme === 'http' || !site) return;
  const hsts = decision?.last('https') ? decision.effect('https', 'hsts') : domainHsts(site.config.https, now);
  if (typeof hsts === 'string') headers['strict-transport-security'] = hsts;
}

/** The headers that settings add to a response, and those that name the request. */
export function ownHeaders(exchange: Exchange, headers: Headers): Headers {
  const { decision, site, id, logged, host, tools, request } = exchange;
  const own: Headers = { ...headers, 'x-request-id': id, 'x-cache': logged.cache.toUpperCase() };
  addHsts(exchange, own);
  const { cspOverride, responseHeaders, cors } = decision.passage.settings;
  if (cspOverride && /^[\x20-\x7e]+$/.test(cspOverride)) own['content-security-policy'] = cspOverride;
  const browserTtl = decision.effect('cache', 'browserTtl');
  if (browserTtl !== undefined) own['cache-control'] = `max-age=${browserTtl}`;
  for (const name of edgeOnlyHeaders) delete own[name];
  if (host.isPreview && typeof own.location === 'string') own.location = tools.preview(own.location, site);
  return addCors(changeHeaders('response', own, responseHeaders), cors, request.headers?.origin);
}
