import type { Copy } from './cache.ts';
import { compressed, planCompression } from './compress.ts';
import type { Exchange } from './exchange.ts';
import { ownHeaders } from './forward.ts';
import type { Headers } from './headers.ts';

const weak = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the visitor already has this response (RFC 9110 section 13.2.2). */
export function isNotModified(request: Readonly<Record<string, string>>, headers: Headers): boolean {
  const asked = request['if-none-match'];
  const tag = String(headers.etag ?? '');
  if (asked !== undefined) return asked.trim() === '*' || (tag !== '' && asked.split(',').some((one) => weak(one) === weak(tag)));
  const since = Date.parse(request['if-modified-since'] ?? '');
  const modified = Date.parse(String(headers['last-modified'] ?? ''));
  return modified <= since;
}

/** The part of a body that a visitor asks for: `null`: all of it; 'none': nothing of it exists (RFC 9110 section 14). */
export function rangeOf(
  request: Readonly<Record<string, string>>,
  headers: Headers,
  size: number,
): [from: number, to: number] | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.range ?? '') ?? [];
  if (first === '' && last === '') return null;
  const condition = request['if-range'];
  if (condition !== undefined && condition !== headers.etag && condition !== headers['last-modified']) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return from > to || size === 0 ? 'none' : [from, to];
}

/** Answers with a stored copy, or the part of it that the visitor needs. */
export async function serveCopy(exchange: Exchange, copy: Copy): Promise<void> {
  const { edgeRequest, told } = exchange;
  const request = edgeRequest.headers ?? {};
  const { 'content-length': _, ...stored } = copy.headers;
  const headers = ownHeaders(exchange, { ...stored, age: String(Math.max(0, Math.floor(copy.policy.age()))) });
  const outcome = told.outcome === 'forwarded' ? 'forwarded' : 'served';
  if (copy.status === 200 && isNotModified(request, copy.headers)) return void exchange.bare(304, headers, outcome);
  const range = copy.status === 200 && !exchange.isHead ? rangeOf(request, copy.headers, copy.body.length) : null;
  const size = copy.body.length;
  if (range === 'none') return void exchange.answer(416, { 'content-range': `bytes */${size}` }, '', outcome);
  if (range === null) {
    const sized = { ...headers, 'accept-ranges': 'bytes', 'content-length': String(size) };
    const plan = planCompression(request['accept-encoding'], copy.status, sized);
    const body = plan.encoding ? await compressed(copy.body, plan.encoding) : copy.body;
    return void exchange.answer(copy.status, plan.headers, body, outcome);
  }
  const [from, to] = range;
  exchange.answer(206, { ...headers, 'content-range': `bytes ${from}-${to}/${size}` }, copy.body.subarray(from, to + 1), outcome);
}
