import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { endToEnd } from '../base/headers.ts';
import { isNotModified } from '../cache/conditional.ts';
import { type CacheRequest, maxBody } from '../cache/copies.ts';
import { storeCopy } from '../cache/revalidate.ts';
import type { Exchange } from '../request/exchange.ts';
import { compressor, planCompression } from '../transform/compress.ts';
import { withVary } from '../transform/optimize.ts';
import { ownHeaders } from '../transform/ownHeaders.ts';

/**
 * Sends the origin's response to the visitor while it arrives, and stores it.
 *
 * @param key where it is stored; null: it isn't
 * @param release called as soon as it is known that it isn't stored
 * @throws when the origin or the visitor breaks off
 */
export async function stream(
  exchange: Exchange,
  answer: Dispatcher.ResponseData,
  key: CacheRequest | null,
  requestedAt: number,
  release: () => void,
): Promise<void> {
  const { visitor, headers: asked, logged, decision, request } = exchange;
  const { response } = visitor;
  const { statusCode: status } = answer;
  const headers = endToEnd(answer.headers);
  let collected: Buffer[] | null = key && Number(headers['content-length'] ?? 0) <= maxBody ? [] : null;
  if (!collected) release();
  logged.status = status;
  logged.outcome = 'forwarded';
  const plan = planCompression(asked['accept-encoding'], status, ownHeaders(exchange, key ? withVary(exchange, status, headers) : headers));
  const encoder = plan.encoding && request.method !== 'HEAD' ? compressor(plan.encoding) : null;
  const count = (bytes: number) => {
    if (!response.writableFinished) logged.bytes += bytes;
  };
  encoder?.on('data', (chunk: Buffer) => count(chunk.length));
  const receivedAt = Date.now();
  answer.body.on('data', (chunk: Buffer) => {
    logged.originBytes += chunk.length;
    if (!encoder) count(chunk.length);
    collected?.push(chunk);
    if (collected && logged.originBytes > maxBody) {
      collected = null;
      release();
    }
  });
  if (collected && isNotModified(asked, headers)) {
    response.writeHead(304, plan.headers).end();
    logged.status = 304;
    for await (const _ of answer.body);
    logged.bytes = 0;
  } else {
    response.writeHead(status, plan.headers);
    await (encoder ? pipeline(answer.body, encoder, response) : pipeline(answer.body, response));
  }
  if (collected && key) storeCopy(exchange, decision, key, { status, headers, body: Buffer.concat(collected), requestedAt, receivedAt });
}
