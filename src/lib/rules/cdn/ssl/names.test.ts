import { expect, test } from 'vitest';
import { daysUntil, dueWarning, nearness } from './expiry.ts';
import { covers, isInZone, readHosts } from './names.ts';

test.each([
  ['a.example', 'a.example', true],
  ['*.a.example', 'www.a.example', true],
  ['*.a.example', 'a.example', false],
  ['*.a.example', 'x.www.a.example', false],
  ['*.a.example', '*.a.example', true],
  ['*.example', '*.a.example', false],
  ['www.a.example', 'ww.a.example', false],
])('%s covers %s: %s', (name, host, is) => expect(covers(name, host)).toBe(is));

test.each([
  ['a.example', true],
  ['*.a.example', true],
  ['x.y.a.example', true],
  ['*.x.a.example', true],
  ['not-a.example', false],
  ['example', false],
  ['a.example.com', false],
])('%s is in a.example: %s', (name, is) => expect(isInZone(name, 'a.example')).toBe(is));

test.each<[string[], string[]]>([
  [[], ['a.example', '*.a.example']],
  [
    ['', '  '],
    ['a.example', '*.a.example'],
  ],
  [
    ['www', '@', '*', '*.shop'],
    ['www.a.example', 'a.example', '*.a.example', '*.shop.a.example'],
  ],
  [['WWW.A.Example', 'www.a.example.', 'www'], ['www.a.example']],
  [['bücher'], ['xn--bcher-kva.a.example']],
])('%j are the names %j', (lines, hosts) => {
  const read = readHosts(lines, 'a.example');
  expect(read.ok && read.hosts).toEqual(hosts);
});

test.each([
  ['b.example', 'ssl:error.hostElsewhere'],
  ['not-a.example', 'ssl:error.hostElsewhere'],
  ['a..b', 'ssl:error.hostName'],
  ['*.*.a.example', 'ssl:error.hostName'],
  ['x*.a.example', 'ssl:error.hostName'],
])('%s is refused', (line, key) => expect(readHosts([line], 'a.example')).toMatchObject({ ok: false, key }));

test('more names than a certificate can have are refused', () => {
  const many = Array.from({ length: 21 }, (_, index) => `h${index}`);
  expect(readHosts(many, 'a.example')).toMatchObject({ ok: false, key: 'ssl:error.tooManyHosts' });
  expect(readHosts(many.slice(1), 'a.example').ok).toBe(true);
});

test('a customer is notified at 30, 14, 7 and 1 days and on expiry, each once', () => {
  const DAY = 86_400_000;
  const end = 1000 * DAY;
  let told: number | null = null;
  const said: [number, number][] = [];
  for (let now = end - 40 * DAY; now <= end + 3 * DAY; now += DAY / 2) {
    const due = dueWarning(end, now, told);
    if (due === null) continue;
    said.push([(end - now) / DAY, due]);
    told = due;
  }
  expect(said).toEqual([
    [30, 30],
    [14, 14],
    [7, 7],
    [1, 1],
    [0, 0],
  ]);
  // One added five days before it expires is notified of once, not three times.
  expect(dueWarning(end, end - 5 * DAY, null)).toBe(7);
  expect(dueWarning(end, end - 5 * DAY, 7)).toBeNull();
  expect([31, 30, 8, 7, 0].map((days) => nearness(end, end - days * DAY))).toEqual(['far', 'soon', 'soon', 'near', 'over']);
  expect(daysUntil(end, end - DAY - 1)).toBe(1);
});
