import { isNotModified } from '../../lib/rules/cdn/edge/cache/conditional.ts';
import type { Headers } from '../base/headers.ts';

/** Whether the visitor already has this response. */
export const hasVisitorCopy = (request: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>): boolean =>
  (request['if-none-match'] ?? request['if-modified-since']) !== undefined && isNotModified(request, headers, Date.now());

/** The part of a body that a visitor asks for: `null`: all of it; 'none': nothing of it exists (RFC 9110 section 14). */
export function parseRange(
  request: Readonly<Record<string, string>>,
  headers: Headers,
  size: number,
): [from: number, to: number] | 'none' | null {
  if (request.range === undefined) return null;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.range) ?? [];
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
