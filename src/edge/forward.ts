import { pipeline } from 'node:stream/promises';
import CachePolicy from 'http-cache-semantics';
import type { Dispatcher } from 'undici';
import { edgeOnlyHeaders } from '../lib/rules/cdn/edge/cache/directives.ts';
import { currentAge } from '../lib/rules/cdn/edge/cache/freshness.ts';
import { cacheKey, mustConfirm } from '../lib/rules/cdn/edge/cache.ts';
import { canonicalUrl } from '../lib/rules/core/requestPath.ts';
import { type Copy, cacheTags, maxBody } from './cache.ts';
import { compressor, planCompression } from './compress.ts';
import type { Exchange } from './exchange.ts';
import { endToEnd, type Headers, plain, toOrigin } from './headers.ts';
import { readHost } from './hosts.ts';
import { withVary } from './optimize.ts';
import { forwardTarget, type Sent, type Target, toTimeout } from './origin.ts';
import { refresh } from './refresh.ts';
import { dialErrorCause, Unreachable } from './resolve.ts';
import { hasVisitorCopy, serveCopy } from './serve.ts';
import { relay } from './upgrade.ts';

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** What a request and its response have to do with the cache. */
export interface Cached {
  /** The key without what responses vary with. */
  base: string;
  /** A copy that isn't fresh. */
  stale: Copy | null;
}

/** A request that passed the security layers: to the cache and the origin, or straight to the origin if the CDN is paused. */
export async function forward(exchange: Exchange): Promise<void> {
  const { decision, seen, site, tools, edgeRequest } = exchange;
  if (!decision || !site) return;
  if (decision.end?.outcome === 'direct') return direct(exchange);
  if (!decision.pass('cache')) return exchange.finish();
  // The body of a GET isn't in the key, but an origin may answer by it.
  const key = exchange.upgrade || exchange.body ? undefined : decision.effect('cache', 'cacheKey');
  const cached: Cached | null = key === undefined ? null : { base: `${site.policy.id} ${key}`, stale: null };
  exchange.logged.cache = cached ? 'miss' : 'bypass';
  let done: (() => void) | null = null;
  if (cached) {
    if (await fromCache(exchange, cached)) return;
    const headers = edgeRequest.headers ?? {};
    if (isShared(exchange)) {
      // Many visitors at once are one request to the origin: the others wait for its copy.
      const other = tools.copies.fetching(cached.base, headers);
      if (other) {
        await other;
        if (await fromCache(exchange, cached)) return;
      } else done = tools.copies.fetch(cached.base, headers);
    }
  }
  try {
    if (site.policy.serving === 'cacheOnly') {
      const { stale } = cached ?? {};
      if (stale && !mustConfirm(decision.passage, { status: stale.status, headers: plain(stale.headers) }))
        return serveStale(exchange, stale);
      return exchange.page('cacheOnly', 'stopped');
    }
    seen.turn = tools.turn();
    seen.connections = tools.origins.connections(site.policy.id);
    if (!decision.pass('optimization', 'cluster')) return await exchange.finish();
    await requestUpstream(exchange, forwardTarget(decision), cached, () => done?.());
  } finally {
    done?.();
  }
}

const isWhole = ({ visitor: { request }, edgeRequest }: Exchange): boolean =>
  request.method === 'GET' && edgeRequest.headers?.range === undefined;
/** A GET of a whole response: its copy can serve others. */
export const isShared = (exchange: Exchange): boolean => isWhole(exchange) && exchange.edgeRequest.headers?.authorization === undefined;

/** @returns whether a copy was served: a fresh one, or an older one if no server is up and the site is always online */
async function fromCache(exchange: Exchange, cached: Cached): Promise<boolean> {
  const { decision, edgeRequest, seen, site, tools, logged } = exchange;
  if (!decision || !site) return false;
  const copy = await tools.copies.get(cached.base, edgeRequest.headers ?? {}, site.purges);
  if (!copy) return false;
  const headers = plain(copy.headers);
  seen.copy = { age: currentAge(headers.age, copy.requestedAt, Date.now()), response: { status: copy.status, headers } };
  decision.again('cache');
  if (decision.end) {
    const reason = decision.last('cache')?.reasonKey;
    const isOld = reason === 'edge:reason.cacheRevalidating';
    logged.cache = reason === 'edge:reason.cacheServed' ? 'hit' : 'stale';
    if (isOld && site.policy.serving === 'on') refresh(exchange, cached.base, copy);
    await serveCopy(exchange, copy);
    return true;
  }
  // Credentials ask the origin as they are: what it answers them doesn't confirm the copy for others.
  if (edgeRequest.headers?.authorization !== undefined) return false;
  cached.stale = copy;
  logged.cache = 'expired';
  return false;
}

function serveStale(exchange: Exchange, copy: Copy): Promise<void> {
  exchange.logged.cache = 'stale';
  exchange.logged.outcome = 'served';
  return serveCopy(exchange, copy);
}

/** A host that isn't proxied, or whose domain is paused: visitors who still come here reach the server without any setting. */
const direct = (exchange: Exchange): Promise<void> => {
  const content = String(exchange.decision?.last()?.params.content ?? '');
  const { scheme } = exchange.visitor;
  return requestUpstream(
    exchange,
    { protocol: scheme, host: content, port: scheme === 'http' ? 80 : 443, server: content },
    null,
    () => {},
  );
};

/** The request as the origin gets it. For a copy it asks for the whole response, unencoded, or whether the old copy still holds. */
export function upstreamRequest(exchange: Exchange, cached: Cached | null, signal: AbortSignal): Sent {
  const { visitor, host, decision, body, cookies, id } = exchange;
  const { request, ip, scheme } = visitor;
  const settings = decision?.passage.settings ?? {};
  // What can't be a host is not sent: the origin would refuse every request.
  const hostHeader = readHost(settings.hostHeader, '') && settings.hostHeader ? settings.hostHeader : host.name;
  const headers = toOrigin(request.headers, cookies, { ip, scheme, host: host.name, id }, hostHeader);
  if (cached && isShared(exchange)) {
    for (const name of ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range']) delete headers[name];
    headers['accept-encoding'] = 'identity';
    const { etag, 'last-modified': modified } = cached.stale?.headers ?? {};
    if (etag !== undefined) headers['if-none-match'] = etag;
    if (modified !== undefined) headers['if-modified-since'] = modified;
  }
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers,
    body: body?.whole ?? null,
    timeout: toTimeout(settings.connectionTimeout),
    signal,
  };
}

/** Sends the request to the origin, and its response to the visitor. */
async function requestUpstream(exchange: Exchange, target: Target, cached: Cached | null, release: () => void): Promise<void> {
  const { visitor, site, tools, logged } = exchange;
  if (!site) return;
  const stop = new AbortController();
  // `writableFinished` is also true for a stream of HTTP/2 that the visitor has reset.
  visitor.response.once('close', () => visitor.response.writableEnded || stop.abort());
  const sent = upstreamRequest(exchange, cached, stop.signal);
  logged.server = target.server;
  const asked = performance.now();
  if (exchange.upgrade && site.config.https.websockets && visitor.request.headers.upgrade?.toLowerCase() === 'websocket')
    return relay(exchange, target, sent, exchange.upgrade);
  try {
    const requestedAt = Date.now();
    const answer = await tools.origins.send(site, target, sent);
    logged.originMs = Math.round(performance.now() - asked);
    logged.originStatus = answer.statusCode;
    await respond(exchange, answer, cached, requestedAt, release);
  } catch (error) {
    await fail(exchange, error, cached);
  }
}

async function respond(
  exchange: Exchange,
  answer: Dispatcher.ResponseData,
  cached: Cached | null,
  requestedAt: number,
  release: () => void,
): Promise<void> {
  const { decision, visitor, edgeRequest, logged, seen } = exchange;
  const { response } = visitor;
  const isConditional = cached?.stale && isShared(exchange) && answer.statusCode === 304;
  if (isConditional && cached.stale) {
    await answer.body.dump();
    return revalidated(exchange, cached.base, cached.stale, endToEnd(answer.headers), requestedAt);
  }
  if (answer.statusCode >= 500 && cached?.stale && alwaysOnline(exchange, answer.statusCode)) {
    await answer.body.dump();
    return serveStale(exchange, cached.stale);
  }
  if (!safe.has(edgeRequest.method ?? 'GET') && answer.statusCode < 400) invalidate(exchange, answer.headers);
  seen.copy = undefined;
  edgeRequest.answer = { status: answer.statusCode, headers: plain(answer.headers) };
  decision?.again('cache');
  const headers = endToEnd(answer.headers);
  // With credentials, the request was passed on as it was: an encoded response isn't for everybody.
  const isComplete = isShared(exchange) || (isWhole(exchange) && headers['content-encoding'] === undefined);
  const isStored = cached !== null && isComplete && decision?.last('cache')?.action === 'store';
  const collected: Buffer[] | null = isStored && Number(headers['content-length'] ?? 0) <= maxBody ? [] : null;
  // Nobody waits for a copy that every request has to confirm.
  if (!collected || decision?.effect('cache', 'ttl') === 0) release();
  logged.status = answer.statusCode;
  logged.outcome = 'forwarded';
  let kept = collected;
  const plan = planCompression(
    edgeRequest.headers?.['accept-encoding'],
    answer.statusCode,
    ownHeaders(exchange, isStored ? withVary(exchange, answer.statusCode, headers) : headers),
  );
  const own = plan.headers;
  const encoder = plan.encoding && !exchange.isHead ? compressor(plan.encoding) : null;
  const count = (bytes: number) => {
    if (!response.writableFinished) logged.bytes += bytes;
  };
  encoder?.on('data', (chunk: Buffer) => count(chunk.length));
  answer.body.on('data', (chunk: Buffer) => {
    logged.originBytes += chunk.length;
    if (!encoder) count(chunk.length);
    kept?.push(chunk);
    if (kept && logged.originBytes > maxBody) {
      kept = null;
      release();
    }
  });
  // The origin wasn't asked for these conditions.
  if (cached && isShared(exchange) && answer.statusCode === 200 && hasVisitorCopy(edgeRequest.headers ?? {}, headers)) {
    exchange.bare(304, own, 'forwarded');
    for await (const _ of answer.body);
    logged.bytes = 0;
  } else {
    response.writeHead(answer.statusCode, own);
    await (encoder ? pipeline(answer.body, encoder, response) : pipeline(answer.body, response));
  }
  if (kept && cached) store(exchange, cached.base, answer.statusCode, headers, Buffer.concat(kept), requestedAt);
}

/** What a request that isn't safe, and that succeeded, says has changed: its URL, and those of the site that its response names. */
function invalidate({ decision, site, tools }: Exchange, { location, 'content-location': content }: Dispatcher.ResponseData['headers']) {
  const { level = 'off', mergeSlashes = true } = site?.config.cache ?? {};
  if (!decision || !site || level === 'off') return;
  const { visit, settings } = decision.passage;
  for (const text of ['', location, content].flat()) {
    if (text === undefined || !URL.canParse(text, visit.url)) continue;
    const url = canonicalUrl(new URL(text, visit.url), mergeSlashes);
    if (url.host === visit.url.host)
      tools.copies.invalidate(
        `${site.policy.id} ${cacheKey(url, text === '' ? visit.raw.query : url.search.slice(1), settings.queryString ?? level)}`,
      );
  }
}

function store(exchange: Exchange, base: string, status: number, headers: Headers, body: Buffer, requestedAt: number, id?: string): void {
  const { decision, edgeRequest, tools } = exchange;
  if (!decision) return;
  const { host, path, query } = decision.passage.visit;
  const request = edgeRequest.headers ?? {};
  const url = String(decision.effect('cache', 'cacheKey') ?? edgeRequest.url);
  const policy = new CachePolicy({ url: edgeRequest.url, method: 'GET', headers: request }, { status, headers });
  tools.copies.put(base, request, {
    url,
    host,
    path,
    query,
    tags: cacheTags(headers),
    requestedAt,
    status,
    headers,
    body,
    policy,
    ...(id && { id }),
  });
}

/** The origin says that the copy still holds (RFC 9111 section 4.3.4). */
function revalidated(exchange: Exchange, base: string, copy: Copy, news: Headers, requestedAt: number): Promise<void> {
  const { decision, edgeRequest, seen, logged } = exchange;
  const { 'content-length': _, ...changed } = news;
  const { age: __, ...before } = copy.headers;
  const headers = { ...before, ...changed };
  seen.copy = undefined;
  edgeRequest.answer = { status: copy.status, headers: plain(headers) };
  decision?.again('cache');
  logged.cache = 'revalidated';
  logged.outcome = 'forwarded';
  const request = { url: edgeRequest.url, method: 'GET', headers: edgeRequest.headers ?? {} };
  const policy = new CachePolicy(request, { status: copy.status, headers });
  if (decision?.last('cache')?.action === 'store') store(exchange, base, copy.status, headers, copy.body, requestedAt, copy.id);
  return serveCopy(exchange, { ...copy, headers, policy, requestedAt });
}

/** Whether the engine serves the old copy in place of this failure. */
function alwaysOnline({ decision, edgeRequest }: Exchange, status: number): boolean {
  if (!decision) return false;
  edgeRequest.answer = { status, headers: {} };
  decision.again('cache');
  return decision.end !== undefined;
}

/** The headers that settings add to a response. */
export function ownHeaders({ decision, site, id, logged, host, tools }: Exchange, headers: Headers): Headers {
  const own: Headers = { ...headers, 'x-request-id': id, 'x-cache': logged.cache.toUpperCase() };
  const hsts = decision?.effect('https', 'hsts');
  if (typeof hsts === 'string') own['strict-transport-security'] = hsts;
  const { cspOverride } = decision?.passage.settings ?? {};
  if (cspOverride && /^[\x20-\x7e]+$/.test(cspOverride)) own['content-security-policy'] = cspOverride;
  const browserTtl = decision?.effect('cache', 'browserTtl');
  if (browserTtl !== undefined) own['cache-control'] = `max-age=${browserTtl}`;
  for (const name of edgeOnlyHeaders) delete own[name];
  if (host.isPreview && typeof own.location === 'string') own.location = tools.preview(own.location, site);
  return own;
}

/** An origin that can't be reached, or that stopped in the middle of its response. */
async function fail(exchange: Exchange, error: unknown, cached: Cached | null): Promise<void> {
  const { visitor, logged, tools } = exchange;
  const { response } = visitor;
  if (!response.headersSent && !response.destroyed && cached?.stale && alwaysOnline(exchange, 502))
    return serveStale(exchange, cached.stale);
  logged.outcome = 'failed';
  logged.layer = 'cluster';
  if (response.headersSent) return void response.destroy();
  if (response.destroyed) return;
  tools.log.debug({ err: error, server: logged.server }, error instanceof Unreachable ? 'origin refused' : 'origin failed');
  exchange.originFailed(dialErrorCause(error));
}
