import CachePolicy from 'http-cache-semantics';
import { type Copy, cacheTags, maxBody } from './cache.ts';
import type { Exchange } from './exchange.ts';
import { isShared, upstreamRequest } from './forward.ts';
import { endToEnd, plain } from './headers.ts';
import { forwardTarget } from './origin.ts';

/**
 * Fetches a new copy after the visitor was served an expired one. One fetch at a time for each copy. A failure leaves the copy: it is
 * served until its grace is over, and the next visitor tries again.
 */
export function refresh(exchange: Exchange, base: string, copy: Copy): void {
  const { decision, site, tools, edgeRequest } = exchange;
  const headers = edgeRequest.headers ?? {};
  if (!decision || !site || !isShared(exchange) || tools.copies.fetching(base, headers)) return;
  const done = tools.copies.fetch(base, headers);
  fetchAgain(exchange, base, copy)
    .catch((error: unknown) => tools.log.debug({ err: error }, 'edge cache failed to refresh a response'))
    .finally(done);
}

async function fetchAgain(exchange: Exchange, base: string, copy: Copy): Promise<void> {
  const { site, tools, edgeRequest } = exchange;
  const decision = exchange.decision?.fork();
  if (!decision || !site) return;
  const { seen, ...request } = decision.passage.visit.request;
  const asked = {
    ...request,
    seen: { ...seen, copy: undefined, turn: tools.turn(), connections: tools.origins.connections(site.policy.id) },
  };
  decision.passage = { ...decision.passage, visit: { ...decision.passage.visit, request: asked } };
  if (!decision.pass('optimization', 'cluster')) return;
  const requestedAt = Date.now();
  const sent = upstreamRequest(exchange, { base, stale: copy }, AbortSignal.timeout(60_000));
  const answer = await tools.origins.send(site, forwardTarget(decision), sent);
  if (answer.statusCode >= 500) return void (await answer.body.dump());
  const isSame = answer.statusCode === 304;
  const news = endToEnd(answer.headers);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBody) return;
    chunks.push(chunk);
  }
  const status = isSame ? copy.status : answer.statusCode;
  const { age: _, ...before } = copy.headers;
  const { 'content-length': __, ...changed } = news;
  const headers = isSame ? { ...before, ...changed } : news;
  decision.passage = {
    ...decision.passage,
    visit: { ...decision.passage.visit, request: { ...asked, answer: { status, headers: plain(headers) } } },
  };
  decision.again('cache');
  if (decision.last('cache')?.action !== 'store') return;
  const own = edgeRequest.headers ?? {};
  const policy = new CachePolicy({ url: edgeRequest.url, method: 'GET', headers: own }, { status, headers });
  const body = isSame ? copy.body : Buffer.concat(chunks);
  const { url, host, path, query } = copy;
  const id = isSame ? { id: copy.id } : {};
  tools.copies.put(base, own, { url, host, path, query, tags: cacheTags(headers), requestedAt, status, headers, body, policy, ...id });
}
