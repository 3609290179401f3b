import { expect, test } from 'vitest';
import { isNotModified } from './conditional.ts';

const at = (hour: number) => `Thu, 18 Aug 2050 0${hour}:00:00 GMT`;
const since = (hour: number) => ({ 'if-modified-since': at(hour) });

test.each<[request: Record<string, string>, response: Record<string, string>, isSame: boolean]>([
  [{}, { etag: '"a"' }, false],
  [{ 'if-none-match': '"a"' }, { etag: '"a"' }, true],
  [{ 'if-none-match': 'W/"a"' }, { etag: '"a"' }, true],
  [{ 'if-none-match': '"x", W/"b,c" , "a"' }, { etag: 'W/"b,c"' }, true],
  [{ 'if-none-match': '"b"' }, { etag: '"b,c"' }, false],
  [{ 'if-none-match': '*' }, {}, true],
  [{ 'if-none-match': '""' }, {}, false],
  // A tag precedes a date.
  [{ 'if-none-match': '"b"', ...since(5) }, { etag: '"a"', 'last-modified': at(1) }, false],
  [since(2), { 'last-modified': at(2) }, true],
  [since(1), { 'last-modified': at(2) }, false],
  [{ 'if-modified-since': 'Thursday, 18-Aug-50 02:00:00 GMT' }, { 'last-modified': at(2) }, true],
  [{ 'if-modified-since': 'Thu, 18 Aug 2050 02:00:00 UTC' }, { 'last-modified': at(2) }, false],
  // Without Last-Modified
  [since(2), { date: at(1) }, true],
  [since(2), { date: at(3) }, false],
  [since(2), {}, false],
])('%j, %j: %s', (request, response, isSame) => expect(isNotModified(request, response, Date.UTC(2026, 0, 1))).toBe(isSame));
