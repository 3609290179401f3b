import { preflightHeaders } from '../../lib/rules/cdn/edge/cors.ts';
import { edgePages } from '../../lib/rules/cdn/edge/responses.ts';
import { challengeReply } from '../pages/challenge.ts';
import { pageReply } from '../pages/reply.ts';
import type { Exchange } from './exchange.ts';
import { type Next, respondWith } from './next.ts';

/** Seconds until a visitor asks again while all servers are at their limits. */
const RETRY_BUSY = '5';

/** Ends a request as the engine has decided. */
export function finish(exchange: Exchange): Next {
  const { decision, host, site, tools, logged, visitor } = exchange;
  const step = decision.last();
  if (!decision.end || !step) throw new Error('a layer ended the request without a step');
  const { outcome, status } = decision.end;
  if (outcome === 'direct') {
    // A host that isn't proxied, or whose domain is paused: visitors who still come here reach the server without any setting.
    const name = String(step.params.content ?? '');
    const { scheme } = visitor;
    const target = { protocol: scheme, host: name, port: scheme === 'http' ? 80 : 443, server: name };
    return { step: 'fetch', body: null, cached: null, isFirst: false, target };
  }
  if (outcome === 'challenged') {
    const { challenge } = step.params;
    const type = typeof challenge === 'object' && 'key' in challenge ? challenge.key.replace('edge:challenge.', '') : 'js';
    return respondWith(challengeReply(exchange, type === 'cookie' || type === 'captcha' ? type : 'js'));
  }
  const { cors } = decision.passage.settings;
  if (outcome === 'served' && cors) {
    const headers = preflightHeaders(cors, exchange.request.headers?.origin);
    return respondWith({ status: status ?? 204, headers, body: null, outcome });
  }
  if (outcome === 'redirected') {
    const url = String(step.params.url);
    const location = host.isPreview ? tools.preview(url, site) : url;
    return respondWith({ status: status ?? 302, headers: { location }, body: '', outcome });
  }
  if (outcome === 'maintenance') return respondWith(pageReply(exchange, 'maintenance', outcome));
  if (outcome === 'blocked' && status === 429) {
    const headers = { 'retry-after': String(decision.effect('rateLimit', 'retryAfter') ?? 1) };
    return respondWith(pageReply(exchange, 'tooMany', outcome, headers));
  }
  if (outcome === 'blocked' && status !== null) return respondWith(pageReply(exchange, 'blocked', outcome));
  logged.outcome = outcome === 'blocked' ? 'blocked' : 'failed';
  if (step.reasonKey === 'edge:reason.clusterFull')
    return respondWith(pageReply(exchange, 'busy', 'failed', { 'retry-after': RETRY_BUSY }));
  if (step.area === 'dns') return respondWith(pageReply(exchange, 'unknownHost', 'failed'));
  if (status === null) return { step: 'abort' };
  return respondWith(pageReply(exchange, status === edgePages.loop.status ? 'loop' : 'originDown', 'failed'));
}
