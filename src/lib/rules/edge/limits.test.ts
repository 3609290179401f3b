import { describe, expect, test } from 'vitest';
import { page, plain, trace } from './sample.ts';
import type { EdgeRequest } from './types.ts';

/** Four times as much may take a few times as long as four times; what is quadratic takes sixteen. */
const most = 9;
const small = 25_000;

/** How many times longer the large takes: the best of each, in turns, until it is clear that the machine was only busy. */
function ratio(largeWork: () => void, smallWork: () => void): number {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let found = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 6 && found >= most; round++) {
    for (const [i, work] of [largeWork, smallWork].entries()) {
      const start = performance.now();
      work();
      best[i] = Math.min(best[i] ?? 0, performance.now() - start);
    }
    // Below a millisecond the clock says more than the work.
    found = (best[0] ?? 0) / Math.max(1, best[1] ?? 0);
  }
  return found;
}

const high = { ...plain, waf: { ...plain.waf, sensitivity: 'high' as const } };
const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

describe('100 KB of hostile input take linear time', () => {
  test.each([
    'a',
    'a ',
    ' ',
    '/*',
    '/*!',
    '*/',
    '<',
    '<a ',
    '<a<',
    '%',
    '%25',
    '%2525',
    '%u0041',
    '&#60;',
    '&',
    '&amp',
    "'",
    "' or ",
    'or 1=',
    '(',
    ')(',
    '../',
    '..\\',
    ';',
    '; cat',
    '|',
    '$(',
    '$'.concat('{'),
    '{{',
    '() {',
    '=',
    '+',
    '-',
    '#',
    '"',
    '`',
    'union ',
    'union select ',
    'select ',
    'select from ',
    'on',
    ' onload',
    'data:',
    'java',
    'sys.',
    '\0',
    '\n',
    '\r\n',
    'é',
    '＜',
    '\u202e',
    'a=b&',
    '&&',
    '&a=%27',
    'x;',
    '_',
  ])('%j', (unit) => {
    const requests = (size: number): Partial<EdgeRequest>[] => {
      const text = fill(unit, size);
      return [
        { url: `/?q=${text}` },
        { method: 'POST', body: text, headers: { 'content-type': 'text/plain' } },
        { headers: { cookie: text, 'user-agent': text } },
      ];
    };
    const work = (size: number) => {
      const list = requests(size);
      return () => {
        for (const one of list) trace(high, one);
      };
    };
    expect(ratio(work(4 * small), work(small))).toBeLessThan(most);
  }); // prettier-ignore

  test.each([
    ['/*a*a*a*a*a*a*b', 'a'],
    ['/????????????*', 'a'],
    ['/*%61*%61*b', '%61'],
    ['/*/*/*/*/*/x', '/'],
  ])('path %j', (path, unit) => {
    const config = { ...plain, waf: { ...plain.waf, mode: 'off' as const }, paths: [page(path)] };
    const work = (size: number) => {
      const url = `/${fill(unit, size)}`;
      return () => {
        trace(config, { url });
      };
    };
    expect(ratio(work(4 * small), work(small))).toBeLessThan(most);
  });
});
