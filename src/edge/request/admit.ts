import { hasPassed } from '../../lib/rules/cdn/edge/challenge.ts';
import { isExempt, matchRateRule } from '../../lib/rules/cdn/edge/rateLimit.ts';
import { durationSeconds } from '../../lib/rules/cdn/edge/types.ts';
import { after } from '../base/after.ts';
import { challengeReply, solve, solvePath } from '../pages/challenge.ts';
import { pageReply } from '../pages/reply.ts';
import { decoded, hasBody, type Peeked, peek } from './body.ts';
import type { Exchange } from './exchange.ts';
import { finish } from './finish.ts';
import { type Next, type Reply, respondWith } from './next.ts';

/** RFC 8555 section 8.3. */
const challengePath = '/.well-known/acme-challenge/';

/** The layers before the cache: they decide whether the request is answered at all. A body is only read when it gets as far as the WAF. */
export function admit(exchange: Exchange): Next | Promise<Next> {
  const { decision, site, visitor, target } = exchange;
  const { policy, config } = site;
  const proof = authorityReply(exchange);
  if (proof) return respondWith(proof);
  if (policy.serving === 'stopped') return respondWith(pageReply(exchange, 'stopped', 'stopped'));
  if (!decision.pass(['dns', 'tls', 'firewall'])) return finish(exchange);
  if (target === solvePath && visitor.request.method === 'POST') return solve(exchange).then(respondWith);
  if (policy.serving === 'challenge' && !hasPassed('js', durationSeconds(config.ddos.passTime), decision.passage.visit))
    return respondWith(challengeReply(exchange, 'js'));
  if (!decision.pass(['ddos'])) return finish(exchange);
  return after(countRequest(exchange), (isWithin) => {
    if (!isWithin) return finish(exchange);
    return hasBody(visitor.request) ? inspectBody(exchange) : applyRules(exchange, null);
  });
}

/** Answers the question of a certificate authority that issues for this domain, before any rule. */
function authorityReply({ site, host, target }: Exchange): Reply | null {
  const { challenges = [] } = site.policy;
  if (challenges.length === 0 || !target.startsWith(challengePath)) return null;
  const found = challenges.find((one) => one.host === host.name && target === challengePath + one.token);
  const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' };
  return found ? { status: 200, headers, body: found.answer, outcome: 'served' } : null;
}

/** @returns whether the request is within its rate limit */
function countRequest({ site, decision, tools, now, visitor: { ip } }: Exchange): boolean | Promise<boolean> {
  const rule = matchRateRule(decision.passage);
  if (!rule) return decision.pass(['rateLimit']);
  const count = tools.counters.count(site.policy.id, rule, ip, now, isExempt(rule, decision.passage.visit));
  return after(count, (before) => decision.pass(['rateLimit'], { seen: { byRule: { [rule.id]: before } } }));
}

async function inspectBody(exchange: Exchange): Promise<Next> {
  const { visitor, site } = exchange;
  const { headers } = visitor.request;
  const body = await peek(visitor.request);
  if (site.config.waf.mode === 'off') return applyRules(exchange, body);
  const inspected = await decoded(body, headers['content-length'], headers['content-encoding']);
  return exchange.decision.pass(['waf'], { body: inspected }) ? applySettings(exchange, body) : finish(exchange);
}

function applyRules(exchange: Exchange, body: Peeked | null): Next {
  return exchange.decision.pass(['waf']) ? applySettings(exchange, body) : finish(exchange);
}

function applySettings(exchange: Exchange, body: Peeked | null): Next {
  const { decision, upgrade, site, headers, logged } = exchange;
  if (!decision.pass(['pageRules', 'https', 'cache'])) return finish(exchange);
  // The body of a GET isn't in the key, but an origin may answer by it.
  const key = upgrade || body ? undefined : decision.effect('cache', 'cacheKey');
  logged.cache = key === undefined ? 'bypass' : 'miss';
  if (key === undefined) return { step: 'fetch', body, cached: null, isFirst: false, target: null };
  return { step: 'lookup', request: { base: `${site.policy.id} ${key}`, headers } };
}
