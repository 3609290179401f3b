import { durationSeconds } from '../../lib/rules/cdn/edge/types.ts';
import type { Headers } from '../base/headers.ts';
import type { Exchange } from '../request/exchange.ts';

/** The headers that settings add to a response, and those that name the request. */
export function ownHeaders({ decision, site, id, logged, host, tools }: Exchange, headers: Headers): Headers {
  const own: Headers = { ...headers, 'x-request-id': id, 'x-cache': logged.cache.toUpperCase() };
  const hsts = decision.effect('https', 'hsts');
  if (typeof hsts === 'string') own['strict-transport-security'] = hsts;
  const { cspOverride } = decision.passage.settings;
  if (cspOverride && /^[\x20-\x7e]+$/.test(cspOverride)) own['content-security-policy'] = cspOverride;
  const { browserTtl } = site.config.cache;
  const action = decision.last('cache')?.action;
  if (browserTtl && (action === 'store' || action === 'serve')) own['cache-control'] = `max-age=${durationSeconds(browserTtl)}`;
  if (host.isPreview && typeof own.location === 'string') own.location = tools.preview(own.location, site);
  return own;
}
