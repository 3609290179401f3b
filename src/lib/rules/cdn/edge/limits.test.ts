import { describe, expect, test } from 'vitest';
import { page, plain, trace } from '../../../../../tests/support/edgeSample.ts';
import type { EdgeRequest } from './types.ts';

const TIMES = 16;
const large = 100_000;
const small = large / TIMES;
/** Linear work takes as long as the same input in sixteen pieces; quadratic work takes sixteen times as long. */
const most = 4;

/** CPU time of this thread in microseconds, independent of other processes on the machine. */
function cpu(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** How many times longer the large input takes than sixteen small ones: the best of several rounds, to exclude compilation and GC. */
function ratio(largeWork: () => void, smallWork: () => void): number {
  const best = { large: Number.POSITIVE_INFINITY, small: Number.POSITIVE_INFINITY };
  const pieces = () => {
    for (let piece = 0; piece < TIMES; piece++) smallWork();
  };
  let found = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 6 && found >= most; round++) {
    best.small = Math.min(best.small, cpu(pieces));
    best.large = Math.min(best.large, cpu(largeWork));
    found = best.large / Math.max(1_000, best.small);
  }
  return found;
}

const high = { ...plain, waf: { ...plain.waf, sensitivity: 'high' as const } };
const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

describe('100 KB of hostile input take linear time', () => {
  const units = {
    text: ['a', 'a ', ' ', 'é', '＜', '\u202e', '_', '\0', '\n', '\r\n'],
    comments: ['/*', '/*!', '*/', '#', '-'],
    markup: ['<', '<a ', '<a<', 'on', ' onload', 'data:', 'java', '"', '`'],
    escapes: ['%', '%25', '%2525', '%u0041', '&#60;', '&', '&amp', '+'],
    sql: ["'", "' or ", 'or 1=', '(', ')(', 'union ', 'union select ', 'select ', 'select from '],
    commands: ['../../', '..\\', ';', '; cat', 'x;', '|', '$(', '$'.concat('{'), '{{', '() {', 'sys.'],
    fields: ['=', 'a=b&', '&&', '&a=%27'],
  };
  test.each(Object.values(units).flat())('%j', (unit) => {
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
    expect(ratio(work(large), work(small))).toBeLessThan(most);
  });

  test.each([
    ['/*a*a*a*a*a*a*b', 'a'],
    ['/????????????*', 'a'],
    ['/*%61*%61*b', '%61'],
    ['/*/*/*/*/*/x', '/'],
  ])('path %j', (path, unit) => {
    const config = { ...plain, waf: { ...plain.waf, mode: 'off' as const }, pageRules: [page(path)] };
    const work = (size: number) => {
      const url = `/${fill(unit, size)}`;
      return () => {
        trace(config, { url });
      };
    };
    expect(ratio(work(large), work(small))).toBeLessThan(most);
  });
});
