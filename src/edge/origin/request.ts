import { changeHeaders } from '../../lib/rules/cdn/edge/headerChanges.ts';
import { type Headers, toOrigin } from '../base/headers.ts';
import type { Copy } from '../cache/copies.ts';
import { conditions } from '../cache/revalidate.ts';
import type { Peeked } from '../request/body.ts';
import type { Exchange } from '../request/exchange.ts';
import { readHost } from '../request/hosts.ts';
import { type Sent, toTimeout } from './origins.ts';

interface UpstreamOptions {
  body: Peeked | null;
  /** A copy that may still hold. */
  stale: Copy | null;
  /** Whether the response may be stored: then all of it is asked for, unencoded, whatever the visitor already has. */
  isWhole: boolean;
  signal: AbortSignal;
}

/** What a visitor's own conditions are about is the visitor's copy, not the edge's. */
const visitorConditions = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range'] as const;

/** The request as the origin gets it. */
export function upstreamRequest(exchange: Exchange, { body, stale, isWhole, signal }: UpstreamOptions): Sent {
  const { visitor, host, decision, cookies, id, target } = exchange;
  const { request, ip, scheme } = visitor;
  const { settings } = decision.passage;
  // What can't be a host is not sent: the origin would refuse every request.
  const hostHeader = readHost(settings.hostHeader, '') && settings.hostHeader ? settings.hostHeader : host.name;
  const headers: Headers = toOrigin(request.headers, cookies, { ip, scheme, host: host.name, id }, hostHeader);
  if (isWhole) {
    for (const name of visitorConditions) delete headers[name];
    headers['accept-encoding'] = 'identity';
    if (stale) Object.assign(headers, conditions(stale));
  }
  return {
    method: request.method ?? 'GET',
    path: decision.passage.rewrite ?? target,
    headers: changeHeaders('request', headers, settings.requestHeaders),
    body: body?.whole ?? null,
    timeout: toTimeout(settings.connectionTimeout),
    signal,
  };
}
