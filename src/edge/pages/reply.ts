import { brand } from '../../config/brand.ts';
import type { EdgeLogEntry } from '../../lib/rules/cdn/edge/bundle.ts';
import { edgePages, type OriginError, originErrors, type PageName } from '../../lib/rules/cdn/edge/responses.ts';
import type { Headers } from '../base/headers.ts';
import type { Site } from '../control/policies.ts';
import type { Arrival } from '../request/exchange.ts';
import type { Reply } from '../request/next.ts';
import { customPage, fillCustom, ownPage, type PageFacts, problem, wantsJson } from './pages.ts';

const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const kinds = {
  blocked: 'block',
  tooMany: 'rateLimit',
  maintenance: 'maintenance',
  originDown: 'error',
  busy: 'error',
  loop: 'error',
} as const;

/** Names this edge in `Proxy-Status`: a token (RFC 9651 section 3.3.4). */
const proxyName = brand.name.en.replace(/[^A-Za-z0-9._-]/g, '') || 'edge';
/** `Proxy-Status` of a response that the edge made itself (RFC 9209). */
export const proxyStatus = (error: string): string => `${proxyName}; error=${error}`;

export function pageFacts({ id, now, host, tools, visitor }: Arrival, status: number): PageFacts {
  const { accept, 'accept-language': acceptLanguage } = visitor.request.headers;
  return { id, ip: visitor.ip, host: host.name, status, now, accept, acceptLanguage, whyUrl: tools.whyUrl };
}

/** A page of the edge as a response. */
export function pageReply(arrival: Arrival, name: PageName, outcome: EdgeLogEntry['outcome'], more: Headers = {}): Reply {
  const { status, error } = edgePages[name];
  const { body, headers } = errorPage(name, arrival.site, pageFacts(arrival, status), error);
  return { status, headers: { ...headers, ...more }, body, outcome };
}

/** States that no server responded, and why. */
export function originReply(arrival: Arrival, error: OriginError): Reply {
  const status = originErrors[error];
  arrival.logged.reason = error;
  return { status, ...errorPage('originDown', arrival.site, pageFacts(arrival, status), error), outcome: 'failed' };
}

/**
 * The customer's own page if there is one for this case, else that of the edge.
 *
 * @param error the type in `Proxy-Status`
 */
function errorPage(name: PageName, site: Site | null, facts: PageFacts, error: string): { body: string; headers: Headers } {
  const headers = { ...pageHeaders, 'proxy-status': proxyStatus(error) };
  if (wantsJson(facts)) return { body: problem(name, facts, error), headers: { ...headers, 'content-type': 'application/problem+json' } };
  const own = site && name in kinds ? customPage(site.policy.pages, kinds[name as keyof typeof kinds], facts.status) : null; // `in` says so
  if (own !== null) return { body: fillCustom(own, facts), headers };
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return { body: ownPage(name, facts, { error }), headers: { ...headers, 'content-security-policy': policy } };
}
