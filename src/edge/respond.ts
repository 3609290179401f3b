import type { ServerResponse } from 'node:http';
import type { Headers } from './headers.ts';
import { customPage, fillCustom, ownPage, type PageFacts } from './pages.ts';
import type { Site } from './policies.ts';
import type { OwnPage } from './texts.ts';

/** Sends a complete response. A HEAD gets its headers only. */
export function send(response: ServerResponse, status: number, headers: Headers, body: string | Buffer, isHead: boolean): number {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(isHead ? undefined : bytes);
  return isHead ? 0 : bytes.length;
}

const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const kinds = { blocked: 'block', tooMany: 'rateLimit', maintenance: 'maintenance', originDown: 'error', loop: 'error' } as const;

/** A page of the edge: the customer's own if there is one for this case, else that of the edge. */
export function errorPage(kind: OwnPage, site: Site | null, facts: PageFacts): { html: string; headers: Headers } {
  const own = site && kind in kinds ? customPage(site.policy.pages, kinds[kind as keyof typeof kinds], facts.status) : null; // `in` says so
  if (own !== null) return { html: fillCustom(own, facts), headers: pageHeaders };
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return { html: ownPage(kind, facts), headers: { ...pageHeaders, 'content-security-policy': policy } };
}
