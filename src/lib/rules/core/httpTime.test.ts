import { expect, test } from 'vitest';
import { parseDeltaSeconds, parseHttpDate } from './httpTime.ts';

const now = Date.UTC(2026, 0, 1);
const at = Date.UTC(2050, 7, 18, 2, 1, 18);

test.each<[text: string, time: number | null]>([
  // The forms of RFC 9110 section 5.6.7; dates that nothing else tells apart are those of the public suite.
  ['Thu, 18 Aug 2050 02:01:18 GMT', at],
  ['Thursday, 18-Aug-50 02:01:18 GMT', at],
  ['Thu Aug 18 02:01:18 2050', at],
  ['Thu Aug  8 02:01:18 2050', at - 10 * 86_400_000],
  ['THU, 18 AUG 2050 02:01:18 gMT', at],
  ['Thu, 31 Dec 2026 23:59:60 GMT', Date.UTC(2027, 0, 1)],
  // More than 50 years ahead
  ['Friday, 18-Aug-77 02:01:18 GMT', Date.UTC(1977, 7, 18, 2, 1, 18)],
  ['Thu, 18 Aug 2050 02:01:18 UTC', null],
  ['Thu, 18 Aug 2050 02:01:18 AEST', null],
  ['Thu, 18 Aug 50 02:01:18 GMT', null],
  ['Thu 18 Aug 2050 02:01:18 GMT', null],
  ['Thu, 18  Aug  2050 02:01:18 GMT', null],
  ['Thu, 18-Aug-2050 02:01:18 GMT', null],
  ['Thu, 18 Aug 2050 02.01.18 GMT', null],
  ['Thu, 18 Aug 2050 2:01:18 GMT', null],
  ['Thu, 31 Feb 2050 02:01:18 GMT', null],
  ['Thu, 00 Aug 2050 02:01:18 GMT', null],
  ['Thu, 18 Aug 2050 24:01:18 GMT', null],
  ['Thu, 18 Aug 2050 02:01:18 GMT, Thu, 18 Aug 2050 02:01:18 GMT', null],
  ['2050-08-18T02:01:18Z', null],
  ['0', null],
  ['', null],
])('the date %j', (text, time) => expect(parseHttpDate(text, now)).toBe(time));

test.each<[text: string | undefined, seconds: number | null]>([
  ['0', 0],
  ['003600', 3600],
  ['99999999999', 2 ** 31],
  ['7200.0', null],
  ['-1', null],
  ['+1', null],
  [' 1', null],
  ['1e3', null],
  ['', null],
  [undefined, null],
])('the seconds %j', (text, seconds) => expect(parseDeltaSeconds(text)).toBe(seconds));
