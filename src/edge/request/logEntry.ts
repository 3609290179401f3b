import type { EdgeLogEntry } from '../../lib/rules/cdn/edge/bundle.ts';
import { matchedPageRule } from '../../lib/rules/cdn/edge/pageRules.ts';
import { isSecretName } from '../../lib/rules/cdn/edge/secretName.ts';
import type { ReasonKey } from '../../lib/rules/cdn/edge/types.ts';
import { logMatches } from '../../lib/rules/cdn/edge/waf/logMatches.ts';
import type { Site } from '../control/policies.ts';
import type { Decision } from './decision.ts';
import type { Arrival, Exchange } from './exchange.ts';

/** A query string without the values of known secrets, at most 1,024 characters. */
export const maskQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const cut = pair.indexOf('=');
      return cut > 0 && isSecretName(pair.slice(0, cut)) ? `${pair.slice(0, cut)}=***` : pair;
    })
    .join('&')
    .slice(0, 1024);

/** What the WAF found, and what it couldn't inspect. */
const logged: ReadonlySet<ReasonKey> = new Set([
  'edge:reason.wafFound',
  'edge:reason.wafLogged',
  'edge:reason.wafUnread',
  'edge:reason.wafPartial',
  'edge:reason.wafLate',
]);

/** Layer, rules, reason and findings of a decision. */
function decisionReason(
  decision: Decision | undefined,
): Pick<EdgeLogEntry, 'layer' | 'ruleId' | 'reason' | 'pageRuleId' | 'findings' | 'matches'> {
  const last = decision?.end ? decision.last() : undefined;
  const found = decision?.steps.filter(({ reasonKey }) => logged.has(reasonKey)) ?? [];
  return {
    layer: last?.area ?? '',
    ruleId: last?.item?.id ?? '',
    reason: last?.reasonKey.replace('edge:reason.', '') ?? '',
    pageRuleId: matchedPageRule(decision?.steps ?? []),
    findings: found.length === 0 ? [] : [...new Set(found.flatMap(({ item }) => (item ? [item.id] : [])))],
    matches: logMatches(found),
  };
}

const splitTarget = (target: string): { path: string; query: string } => {
  const cut = target.indexOf('?');
  const path = cut < 0 ? target : target.slice(0, cut);
  return { path: path.slice(0, 2048), query: cut < 0 ? '' : maskQuery(target.slice(cut + 1)) };
};

/** What is logged about a request. @param exchange null: it couldn't be read */
export function logEntry(arrival: Arrival & { site: Site }, exchange: Exchange | null): EdgeLogEntry {
  const { site, visitor, host, received, logged: response } = arrival;
  const { request, protocol, tlsVersion, ip } = visitor;
  const target = exchange?.target ?? received;
  const { path, query } = splitTarget(target);
  const original = received === target ? null : splitTarget(received);
  const why = decisionReason(exchange?.decision);
  return {
    id: arrival.id,
    at: arrival.now,
    domainId: site.policy.id,
    host: host.name,
    ip,
    country: exchange?.request.country ?? '',
    asn: exchange?.request.asn ?? null,
    method: request.method ?? 'GET',
    path,
    query,
    ...(original && { target: received.includes('?') ? `${original.path}?${original.query}` : original.path }),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    referer: (request.headers.referer ?? '').split('?')[0]?.slice(0, 1024) ?? '',
    protocol,
    tls: tlsVersion ?? null,
    ...response,
    ...why,
    layer: response.layer || why.layer,
    reason: response.reason || why.reason,
    ms: Math.round(performance.now() - arrival.began),
  };
}
