import { expect, test } from 'vitest';
import { DAY } from '../../../time.ts';
import { daysUntil, dueWarning, nearness, renewsFrom } from './expiry.ts';
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

test('a name is in a zone if it is the zone or below it', () => {
  const inside = ['a.example', '*.a.example', 'x.y.a.example', '*.x.a.example'];
  const names = [...inside, 'not-a.example', 'example', 'a.example.com'];
  expect(names.filter((name) => isInZone(name, 'a.example'))).toEqual(inside);
});

test.each<[string[], string[]]>([
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

test('without names a certificate is for the domain and all names directly below it', () => {
  for (const lines of [[], ['', '  ']]) expect(readHosts(lines, 'a.example')).toMatchObject({ hosts: ['a.example', '*.a.example'] });
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
  const end = 1000 * DAY;
  let warnedDays: number | null = null;
  const warnings: [number, number][] = [];
  for (let now = end - 40 * DAY; now <= end + 3 * DAY; now += DAY / 2) {
    const due = dueWarning(end, now, warnedDays);
    if (due === null) continue;
    warnings.push([(end - now) / DAY, due]);
    warnedDays = due;
  }
  expect(warnings).toEqual([30, 14, 7, 1, 0].map((days) => [days, days]));
  // One added five days before it expires is notified of once, not three times.
  expect(dueWarning(end, end - 5 * DAY, null)).toBe(7);
  expect(dueWarning(end, end - 5 * DAY, 7)).toBeNull();
  expect([31, 30, 8, 7, 0].map((days) => nearness(end, end - days * DAY))).toEqual(['far', 'soon', 'soon', 'near', 'over']);
  expect(daysUntil(end, end - DAY - 1)).toBe(1);
});

test.each([
  [398, 30],
  [90, 30],
  [45, 15],
  [6, 2],
])('a certificate for %s days is renewed %s days before its end', (lifetime, before) => {
  expect(renewsFrom(DAY, (1 + lifetime) * DAY)).toBe((1 + lifetime - before) * DAY);
});
