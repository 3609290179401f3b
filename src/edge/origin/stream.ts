import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { endToEnd, plain } from '../base/headers.ts';
import { hasVisitorCopy } from '../cache/conditional.ts';
import { maxBody } from '../cache/copies.ts';
import { isShared } from '../cache/lookup.ts';
import { storeCopy } from '../cache/revalidate.ts';
import type { Exchange } from '../request/exchange.ts';
import type { Cached } from '../request/next.ts';
import { compressor, planCompression } from '../transform/compress.ts';
import { withVary } from '../transform/optimize.ts';
import { ownHeaders } from '../transform/ownHeaders.ts';
import { bindVisitor } from './binding.ts';

interface Streamed {
  cached: Cached | null;
  isStored: boolean;
  /** Epoch ms. */
  requestedAt: number;
  /** Called as soon as it is known that the response isn't stored. */
  release: () => void;
}

/**
 * Sends the origin's response to the visitor while it arrives, and stores it.
 *
 * @throws when the origin or the visitor breaks off
 */
export async function stream(
  exchange: Exchange,
  answer: Dispatcher.ResponseData,
  { cached, isStored, requestedAt, release }: Streamed,
): Promise<void> {
  const { visitor, headers: requestHeaders, logged, decision, request } = exchange;
  const { response } = visitor;
  const { statusCode: status } = answer;
  const headers = endToEnd(answer.headers);
  let collected: Buffer[] | null = isStored && Number(headers['content-length'] ?? 0) <= maxBody ? [] : null;
  if (!collected) release();
  logged.status = status;
  logged.outcome = 'forwarded';
  const own = ownHeaders(exchange, isStored ? withVary(exchange, status, headers) : headers);
  // A response for everybody names no visitor's server.
  if (!collected) bindVisitor(exchange, own);
  const plan = planCompression(requestHeaders['accept-encoding'], status, own);
  const encoder = plan.encoding && request.method !== 'HEAD' ? compressor(plan.encoding) : null;
  const count = (bytes: number) => {
    if (!response.writableFinished) logged.bytes += bytes;
  };
  encoder?.on('data', (chunk: Buffer) => count(chunk.length));
  answer.body.on('data', (chunk: Buffer) => {
    logged.originBytes += chunk.length;
    if (!encoder) count(chunk.length);
    collected?.push(chunk);
    if (collected && logged.originBytes > maxBody) {
      collected = null;
      release();
    }
  });
  // The origin wasn't asked for these conditions.
  if (cached && isShared(exchange) && status === 200 && hasVisitorCopy(requestHeaders, plain(headers))) {
    response.writeHead(304, plan.headers).end();
    logged.status = 304;
    for await (const _ of answer.body);
    logged.bytes = 0;
  } else {
    response.writeHead(status, plan.headers);
    await (encoder ? pipeline(answer.body, encoder, response) : pipeline(answer.body, response));
  }
  if (collected && cached) storeCopy(exchange, decision, cached.request, { status, headers, body: Buffer.concat(collected), requestedAt });
}
