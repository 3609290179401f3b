import type { Dispatcher } from 'undici';
import { cacheKey, mustConfirm } from '../../lib/rules/cdn/edge/cache.ts';
import { canonicalUrl } from '../../lib/rules/core/requestPath.ts';
import { endToEnd, plain } from '../base/headers.ts';
import { type Copy, completed } from '../cache/copies.ts';
import { copyFacts, isShared, isWhole } from '../cache/lookup.ts';
import { freshened, storeCopy } from '../cache/revalidate.ts';
import { originReply, pageReply } from '../pages/reply.ts';
import { hasBody, peek } from '../request/body.ts';
import type { Exchange } from '../request/exchange.ts';
import { finish } from '../request/finish.ts';
import { type Cached, done, type Fetch, type Next, respondWith } from '../request/next.ts';
import { originFacts } from './binding.ts';
import { sendToOrigin } from './failover.ts';
import { forwardInterim } from './interim.ts';
import { relay } from './relay.ts';
import { upstreamRequest } from './request.ts';
import { dialErrorCause, Unreachable } from './resolve.ts';
import { stream } from './stream.ts';
import { forwardTarget } from './target.ts';

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Sends a request to the origin, and its response to the visitor. */
export async function fetchOrigin(exchange: Exchange, { body: read, cached, isFirst, target: chosen }: Fetch): Promise<Next> {
  const { site, tools, visitor, logged, decision, upgrade } = exchange;
  if (site.policy.serving === 'cacheOnly')
    return cached?.stale && !mustConfirm(decision.passage, cached.stale.answer)
      ? serveStale(exchange, cached.stale)
      : respondWith(pageReply(exchange, 'cacheOnly', 'stopped'));
  const release = cached && isFirst ? tools.copies.fetch(cached.request) : () => {};
  try {
    const body = read ?? (hasBody(visitor.request) ? await peek(visitor.request) : null);
    // Nothing waits from here until the request counts as open at its server.
    if (!chosen && !decision.pass(['optimization', 'cluster'], { seen: originFacts(exchange) })) return finish(exchange);
    const target = chosen ?? forwardTarget(decision);
    logged.server = target.server;
    const isWhole = cached !== null && isShared(exchange);
    const sent = upstreamRequest(exchange, { body, stale: cached?.stale ?? null, isWhole, signal: leaving(exchange) });
    sent.onInterim = (status, headers) => forwardInterim(exchange, status, headers);
    if (upgrade && site.config.https.websockets && visitor.request.headers.upgrade?.toLowerCase() === 'websocket')
      return await relay(exchange, target, sent, upgrade);
    const began = performance.now();
    const requestedAt = Date.now();
    const answer = await sendToOrigin(exchange, decision, target, sent);
    logged.originMs = Math.round(performance.now() - began);
    logged.originStatus = answer.statusCode;
    return await receive(exchange, answer, cached, requestedAt, release);
  } catch (error) {
    return failed(exchange, error, cached);
  } finally {
    release();
  }
}

/** Aborts when the visitor leaves before the response is complete. */
function leaving({ visitor: { response } }: Exchange): AbortSignal {
  const stop = new AbortController();
  // `writableFinished` is also true for a stream of HTTP/2 that the visitor has reset.
  response.once('close', () => response.writableEnded || stop.abort());
  return stop.signal;
}

/** @param release lets the requests that wait for a copy go on, once it is known that there will be none */
async function receive(
  exchange: Exchange,
  answer: Dispatcher.ResponseData,
  cached: Cached | null,
  requestedAt: number,
  release: () => void,
): Promise<Next> {
  const { decision, request } = exchange;
  const { statusCode: status } = answer;
  if (cached?.stale && status === 304 && isShared(exchange)) {
    await answer.body.dump();
    return revalidated(exchange, cached, cached.stale, answer, requestedAt);
  }
  if (status >= 500 && cached?.stale && mayServeStale(exchange, cached.stale, status)) {
    await answer.body.dump();
    return serveStale(exchange, cached.stale);
  }
  if (!safe.has(request.method ?? 'GET') && status < 400) await invalidate(exchange, answer.headers);
  decision.reevaluate('cache', { answer: { status, headers: plain(answer.headers) } });
  // With credentials, the request was passed on as it was: an encoded response isn't for everybody.
  const isComplete = isShared(exchange) || (isWhole(exchange) && answer.headers['content-encoding'] === undefined);
  const isStored = cached !== null && isComplete && decision.last('cache')?.action === 'store';
  // Nobody waits for a copy that every request has to confirm.
  if (decision.effect('cache', 'ttl') === 0) release();
  await stream(exchange, answer, { cached, isStored, requestedAt, release });
  return done;
}

/** The origin confirms the copy (RFC 9111 section 4.3.4). */
function revalidated(exchange: Exchange, { request: key }: Cached, copy: Copy, answer: Dispatcher.ResponseData, requestedAt: number): Next {
  const { decision, logged } = exchange;
  const headers = freshened(copy, endToEnd(answer.headers));
  const renewed = { status: copy.status, headers, body: copy.body, requestedAt };
  decision.reevaluate('cache', { answer: { status: copy.status, headers: plain(headers) } });
  logged.cache = 'revalidated';
  if (decision.last('cache')?.action === 'store') storeCopy(exchange, decision, key, renewed, copy.id);
  return { step: 'serve', copy: completed({ ...copy, ...renewed }), outcome: 'forwarded' };
}

/** Whether the engine serves the old copy in place of this failure. */
const mayServeStale = ({ decision }: Exchange, copy: Copy, status: number): boolean =>
  !decision.reevaluate('cache', { seen: copyFacts(copy), answer: { status, headers: {} } });

function serveStale({ logged }: Exchange, copy: Copy): Next {
  logged.cache = 'stale';
  return { step: 'serve', copy, outcome: 'served' };
}

/** What a request that isn't safe, and that succeeded, says has changed: its URL, and those of the site that its response names. */
async function invalidate(
  { decision, site, tools }: Exchange,
  { location, 'content-location': content }: Dispatcher.ResponseData['headers'],
): Promise<void> {
  const { level = 'off', mergeSlashes = true } = site.config.cache;
  if (level === 'off') return;
  const { visit, settings } = decision.passage;
  const bases = new Set<string>();
  for (const text of ['', location, content].flat()) {
    if (text === undefined || !URL.canParse(text, visit.url)) continue;
    const url = canonicalUrl(new URL(text, visit.url), mergeSlashes);
    const query = text === '' ? visit.raw.query : url.search.slice(1);
    if (url.host === visit.url.host) bases.add(`${site.policy.id} ${cacheKey(url, query, settings.queryString ?? level)}`);
  }
  await Promise.all([...bases].map((base) => tools.copies.invalidate(base)));
}

/** An origin that can't be reached, or that stopped in the middle of its response. */
function failed(exchange: Exchange, error: unknown, cached: Cached | null): Next {
  const { visitor, logged, tools } = exchange;
  const { response } = visitor;
  const isOver = response.headersSent || response.destroyed;
  if (!isOver && cached?.stale && mayServeStale(exchange, cached.stale, 502)) return serveStale(exchange, cached.stale);
  logged.outcome = 'failed';
  logged.layer = 'cluster';
  if (response.headersSent) response.destroy();
  if (isOver) return done;
  tools.log.debug({ err: error, server: logged.server }, error instanceof Unreachable ? 'origin refused' : 'origin failed');
  return respondWith(originReply(exchange, dialErrorCause(error)));
}
