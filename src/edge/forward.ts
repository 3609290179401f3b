import { pipeline } from 'node:stream/promises';
import { secondsOf } from '../lib/rules/cdn/edge/types.ts';
import type { Exchange } from './exchange.ts';
import { endToEnd, type Headers, plain, toOrigin } from './headers.ts';
import { readHost } from './hosts.ts';
import { type Sent, type Target, targetOf, timeoutOf } from './origin.ts';
import { Unreachable } from './resolve.ts';
import { relay } from './upgrade.ts';

/** A request that passed the security layers: to the cache and the origin, or straight to the origin if the CDN is paused. */
export async function forward(exchange: Exchange): Promise<void> {
  const { decision, seen, site, tools } = exchange;
  if (!decision || !site) return;
  if (decision.end?.outcome === 'direct') return exchange.visitor.response.destroyed ? undefined : direct(exchange);
  seen.turn = tools.turn();
  seen.connections = tools.origins.connections(site.policy.id);
  if (!decision.pass('cache', 'optimization', 'cluster')) return exchange.finish();
  await ask(exchange, targetOf(decision));
}

/** A host that isn't proxied, or whose domain is paused: visitors who still come here reach the server without any setting. */
const direct = (exchange: Exchange): Promise<void> => {
  const content = String(exchange.decision?.last()?.params.content ?? '');
  const { scheme } = exchange.visitor;
  return ask(exchange, { protocol: scheme, host: content, port: scheme === 'http' ? 80 : 443, server: content });
};

/** Sends the request to the origin, and its response to the visitor. */
async function ask(exchange: Exchange, target: Target): Promise<void> {
  const { decision, visitor, host, site, tools, body, told } = exchange;
  if (!decision || !site) return;
  const { request, response, ip, scheme } = visitor;
  const settings = decision.passage.settings;
  // What can't be a host is not sent: the origin would refuse every request.
  const hostHeader = readHost(settings.hostHeader, '') && settings.hostHeader ? settings.hostHeader : host.name;
  const stop = new AbortController();
  response.once('close', () => stop.abort());
  const sent: Sent = {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: toOrigin(request.headers, exchange.cookies, { ip, scheme, host: host.name, id: exchange.id }, hostHeader),
    body: body?.whole ?? null,
    timeout: timeoutOf(settings.connectionTimeout),
    signal: stop.signal,
  };
  told.server = target.server;
  const asked = performance.now();
  if (exchange.upgrade && site.config.https.websockets && request.headers.upgrade?.toLowerCase() === 'websocket')
    return relay(exchange, target, sent, exchange.upgrade);
  try {
    const answer = await tools.origins.send(site, target, sent);
    told.originMs = Math.round(performance.now() - asked);
    told.originStatus = answer.statusCode;
    exchange.edgeRequest.answer = { status: answer.statusCode, headers: plain(answer.headers) };
    decision.again('cache');
    told.cache = 'bypass';
    told.status = answer.statusCode;
    told.outcome = 'forwarded';
    answer.body.on('data', (chunk: Buffer) => {
      told.originBytes += chunk.length;
      told.bytes += chunk.length;
    });
    response.writeHead(answer.statusCode, ownHeaders(exchange, endToEnd(answer.headers)));
    await pipeline(answer.body, response);
  } catch (error) {
    fail(exchange, error);
  }
}

/** The headers that settings add to a response. */
export function ownHeaders({ decision, site, id, told, host, tools }: Exchange, headers: Headers): Headers {
  const own: Headers = { ...headers, 'x-request-id': id, 'x-cache': told.cache.toUpperCase() };
  const hsts = decision?.effect('https', 'hsts');
  if (typeof hsts === 'string') own['strict-transport-security'] = hsts;
  const { cspOverride } = decision?.passage.settings ?? {};
  if (cspOverride && /^[\x20-\x7e]+$/.test(cspOverride)) own['content-security-policy'] = cspOverride;
  const browserTtl = site?.config.cache.browserTtl;
  if (browserTtl && decision?.effect('cache', 'browserTtl') !== undefined) own['cache-control'] = `max-age=${secondsOf(browserTtl)}`;
  if (host.isPreview && typeof own.location === 'string') own.location = tools.preview(own.location, site);
  return own;
}

/** An origin that can't be reached, or that stopped in the middle of its response. */
function fail(exchange: Exchange, error: unknown): void {
  const { visitor, told, tools } = exchange;
  const { response } = visitor;
  told.outcome = 'failed';
  told.layer = 'cluster';
  if (response.headersSent) return void response.destroy();
  if (response.destroyed) return;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isLate = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT';
  tools.log.debug({ err: error, server: told.server }, error instanceof Unreachable ? 'origin refused' : 'origin failed');
  exchange.page('originDown', isLate ? 504 : 502);
}
