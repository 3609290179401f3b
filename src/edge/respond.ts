import type { ServerResponse } from 'node:http';
import { brand } from '../lib/brand.ts';
import type { PageName } from '../lib/rules/cdn/edge/responses.ts';
import type { Headers } from './headers.ts';
import { customPage, fillCustom, ownPage, type PageFacts, problem, wantsJson } from './pages.ts';
import type { Site } from './policies.ts';

/** Sends a complete response. A HEAD gets its headers only. */
export function send(response: ServerResponse, status: number, headers: Headers, body: string | Buffer, isHead: boolean): number {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(isHead ? undefined : bytes);
  return isHead ? 0 : bytes.length;
}

const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const kinds = { blocked: 'block', tooMany: 'rateLimit', maintenance: 'maintenance', originDown: 'error', loop: 'error' } as const;

/** `Proxy-Status` of a response that the edge made itself (RFC 9209). */
export const proxyStatus = (error: string): string => `${proxyName}; error=${error}`;
/** Names this edge in `Proxy-Status`: a token (RFC 9651 section 3.3.4). */
const proxyName = brand.name.en.replace(/[^A-Za-z0-9._-]/g, '') || 'edge';

/**
 * A page of the edge: the customer's own if there is one for this case, else that of the edge.
 *
 * @param error the type in `Proxy-Status`
 */
export function errorPage(name: PageName, site: Site | null, facts: PageFacts, error: string): { body: string; headers: Headers } {
  const headers = { ...pageHeaders, 'proxy-status': proxyStatus(error) };
  if (wantsJson(facts)) return { body: problem(name, facts, error), headers: { ...headers, 'content-type': 'application/problem+json' } };
  const own = site && name in kinds ? customPage(site.policy.pages, kinds[name as keyof typeof kinds], facts.status) : null; // `in` says so
  if (own !== null) return { body: fillCustom(own, facts), headers };
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return { body: ownPage(name, facts, { error }), headers: { ...headers, 'content-security-policy': policy } };
}
