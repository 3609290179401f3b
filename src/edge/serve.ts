import { isNotModified } from '../lib/rules/cdn/edge/cache/conditional.ts';
import { currentAge } from '../lib/rules/cdn/edge/cache/freshness.ts';
import type { Copy } from './cache.ts';
import { compressed, planCompression } from './compress.ts';
import type { Exchange } from './exchange.ts';
import { ownHeaders } from './forward.ts';
import { type Headers, plain } from './headers.ts';
import { shape, withVary } from './optimize.ts';

/** Whether the visitor already has this response. */
export const hasVisitorCopy = (request: Readonly<Record<string, string>>, headers: Headers): boolean =>
  (request['if-none-match'] ?? request['if-modified-since']) !== undefined && isNotModified(request, plain(headers), Date.now());

/** The part of a body that a visitor asks for: `null`: all of it; 'none': nothing of it exists (RFC 9110 section 14). */
export function parseRange(
  request: Readonly<Record<string, string>>,
  headers: Headers,
  size: number,
): [from: number, to: number] | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.range ?? '') ?? [];
  if (first === '' && last === '') return null;
  const condition = request['if-range'];
  // A weak tag says nothing about bytes (RFC 9110 section 13.1.5).
  if (condition?.startsWith('W/') || (condition !== undefined && condition !== headers.etag && condition !== headers['last-modified']))
    return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return from > to || size === 0 ? 'none' : [from, to];
}

/** Answers with a stored copy in the form for this visitor, or the part of it that the visitor needs. */
export async function serveCopy(exchange: Exchange, copy: Copy): Promise<void> {
  const { edgeRequest, logged, tools } = exchange;
  const request = edgeRequest.headers ?? {};
  const { 'content-length': _, ...stored } = copy.headers;
  const age = String(currentAge(String(copy.headers.age ?? ''), copy.requestedAt, Date.now()));
  const own = (headers: Headers) => ownHeaders(exchange, withVary(exchange, copy.status, { ...headers, age }, copy.headers));
  const outcome = logged.outcome === 'forwarded' ? 'forwarded' : 'served';
  if (copy.status === 200 && hasVisitorCopy(request, copy.headers)) return void exchange.bare(304, own(stored), outcome);
  const { name, body, headers: shaped } = await shape(exchange, { ...copy, headers: stored });
  const headers = own(shaped);
  const size = body.length;
  const range = copy.status === 200 && !exchange.isHead ? parseRange(request, shaped, size) : null;
  if (range === 'none') return void exchange.answer(416, { 'content-range': `bytes */${size}` }, '', outcome);
  if (range === null) {
    const sized = { ...headers, 'accept-ranges': 'bytes', 'content-length': String(size) };
    const { encoding, headers: planned } = planCompression(request['accept-encoding'], copy.status, sized);
    const sent = encoding ? await tools.copies.form(copy, `${name} ${encoding}`, () => compressed(body, encoding)) : body;
    return void exchange.answer(copy.status, planned, sent, outcome);
  }
  const [from, to] = range;
  exchange.answer(206, { ...headers, 'content-range': `bytes ${from}-${to}/${size}` }, body.subarray(from, to + 1), outcome);
}
