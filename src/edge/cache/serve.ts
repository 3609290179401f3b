import { after } from '../base/after.ts';
import type { Exchange } from '../request/exchange.ts';
import { type Next, type Reply, respondWith, type Serve } from '../request/next.ts';
import { compressed, planCompression } from '../transform/compress.ts';
import { type Shaped, shape, withVary } from '../transform/optimize.ts';
import { ownHeaders } from '../transform/ownHeaders.ts';
import { hasVisitorCopy, parseRange } from './conditional.ts';
import { ageOf, type Copy } from './copies.ts';

/** Answers with a stored copy in the form for this visitor, or the part of it that the visitor needs. */
export function serve(exchange: Exchange, { copy, outcome }: Serve): Next | Promise<Next> {
  if (copy.status === 200 && hasVisitorCopy(exchange.headers, copy.answer.headers)) {
    const { 'content-length': _, ...headers } = replyHeaders(exchange, copy, copy);
    return respondWith({ status: 304, headers, body: null, outcome });
  }
  return after(shape(exchange, copy), (shaped) => after(replyOf(exchange, copy, shaped, outcome), respondWith));
}

const replyHeaders = (exchange: Exchange, copy: Copy, { headers }: Pick<Shaped, 'headers'>) =>
  ownHeaders(exchange, withVary(exchange, copy.status, { ...headers, age: String(ageOf(copy)) }, copy.headers));

function replyOf(exchange: Exchange, copy: Copy, shaped: Shaped, outcome: Reply['outcome']): Reply | Promise<Reply> {
  const { headers: requestHeaders, request, tools } = exchange;
  const { status } = copy;
  const { body, name } = shaped;
  const size = body.length;
  const range = status === 200 && request.method !== 'HEAD' ? parseRange(requestHeaders, shaped.headers, size) : null;
  if (range === 'none') return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: '', outcome };
  const headers = replyHeaders(exchange, copy, shaped);
  if (range) {
    const [from, to] = range;
    headers['content-range'] = `bytes ${from}-${to}/${size}`;
    return { status: 206, headers, body: body.subarray(from, to + 1), outcome };
  }
  headers['accept-ranges'] = 'bytes';
  headers['content-length'] = String(size);
  const { encoding, headers: planned } = planCompression(requestHeaders['accept-encoding'], status, headers);
  if (!encoding) return { status, headers: planned, body, outcome };
  const form = tools.copies.form(copy, `${name} ${encoding}`, () => compressed(body, encoding));
  return after(form, (encoded) => ({ status, headers: planned, body: encoded, outcome }));
}
