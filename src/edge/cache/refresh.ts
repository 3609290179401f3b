import { endToEnd, plain } from '../base/headers.ts';
import { sendToOrigin } from '../origin/failover.ts';
import { upstreamRequest } from '../origin/request.ts';
import { forwardTarget } from '../origin/target.ts';
import type { Exchange } from '../request/exchange.ts';
import { type CacheRequest, type Copy, maxBody } from './copies.ts';
import { freshened, storeCopy } from './revalidate.ts';

const REFRESH_MS = 60_000;

/**
 * Fetches a new copy after the visitor was served an expired one. One fetch at a time for each copy. A failure leaves the copy: it is
 * served until its grace is over, and the next visitor tries again.
 */
export function refresh(exchange: Exchange, key: CacheRequest, copy: Copy): void {
  const { tools } = exchange;
  if (tools.copies.fetching(key)) return;
  const done = tools.copies.fetch(key);
  fetchAgain(exchange, key, copy)
    .catch((error: unknown) => tools.log.debug({ err: error }, 'edge cache failed to refresh a response'))
    .finally(done);
}

async function fetchAgain(exchange: Exchange, key: CacheRequest, copy: Copy): Promise<void> {
  const { site, tools } = exchange;
  const decision = exchange.decision.fork();
  const facts = tools.origins.facts(site.policy.id, tools.turn());
  if (!decision.pass(['optimization', 'cluster'], { seen: facts })) return;
  const requestedAt = Date.now();
  const sent = upstreamRequest(exchange, { body: null, stale: copy, isWhole: true, signal: AbortSignal.timeout(REFRESH_MS) });
  const answer = await sendToOrigin(exchange, decision, forwardTarget(decision), sent);
  if (answer.statusCode >= 500) return void (await answer.body.dump());
  const news = endToEnd(answer.headers);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBody) return;
    chunks.push(chunk);
  }
  const isSame = answer.statusCode === 304;
  const status = isSame ? copy.status : answer.statusCode;
  const headers = isSame ? freshened(copy, news) : news;
  decision.reevaluate('cache', { answer: { status, headers: plain(headers) } });
  if (decision.last('cache')?.action !== 'store') return;
  const body = isSame ? copy.body : Buffer.concat(chunks);
  storeCopy(exchange, decision, key, { status, headers, body, requestedAt }, isSame ? copy.id : undefined);
}
