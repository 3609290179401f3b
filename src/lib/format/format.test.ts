import { describe, expect, it } from 'vitest';
import { toCsv, toExactCsv } from './csv.ts';
import { formatAge, formatDate, formatElapsed } from './date.ts';
import { formatMoney } from './money.ts';

describe('money', () => {
  it.each([
    [248_000, '$248.00', '$248'],
    [248_999, '$248.99', '$248'],
    [9, '$0.00', '$0'],
    [-500, '\u2212$0.50', '\u2212$1'],
    [10 ** 12, '$1,000,000,000.00', '$1,000,000,000'],
  ])('%i mills are %s, in the header %s', (mills, full, whole) => {
    expect(formatMoney(mills, 'en')).toBe(full);
    expect(formatMoney(mills, 'en', { whole: true })).toBe(whole);
  });

  it('has the digits of the language', () => {
    expect(formatMoney(248_000, 'fa')).toContain('۲۴۸٫۰۰');
    expect(formatMoney(248_000, 'ar')).toContain('248.00');
  });
});

describe('age', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T11:59:30Z', '30 seconds ago'],
    ['2026-11-20T09:00:00Z', '3 hours ago'],
    ['2026-11-19T11:00:00Z', 'yesterday'],
    ['2026-11-13T12:00:00Z', 'Nov 13, 2026'],
  ])('%s is %s', (iso, text) => expect(formatAge(iso, 'en', now)).toBe(text));

  it('uses the calendar of the language', () => expect(formatDate('2026-11-20T12:00:00Z', 'fa')).toContain('۱۴۰۵'));
});

describe('elapsed time', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T11:59:44Z', '16 seconds', '۱۶ ثانیه', '16 ثانية', '16 segundos'],
    ['2026-11-20T06:00:00Z', '6 hours', '۶ ساعت', '6 ساعات', '6 horas'],
    ['2026-11-20T10:00:00Z', '2 hours', '۲ ساعت', 'ساعتين', '2 horas'],
    ['2026-11-20T11:59:57Z', '3 seconds', '۳ ثانیه', '3 ثوان', '3 segundos'],
    ['2026-10-20T12:00:00Z', '31 days', '۳۱ روز', '31 يومًا', '31 días'],
    ['2026-11-20T12:00:05Z', '0 seconds', '۰ ثانیه', '0 ثانية', '0 segundos'],
  ])('since %s it is %s', (iso, en, fa, ar, es) =>
    expect((['en', 'fa', 'ar', 'es'] as const).map((locale) => formatElapsed(iso, locale, now))).toEqual([en, fa, ar, es]),
  );
});

it('keeps a currency sign with letters together between Arabic words', () => {
  expect(formatMoney(248_000, 'ar')).toContain('\u2066US$\u2069');
});

it('writes tables without formulas that a spreadsheet would run', () => {
  expect(toCsv([['=1+1', '+x', '-y', '@z', '\tt', '\nn', '＝w', 'a,"b"', -5, 'سلام']])).toBe(
    '\ufeff\'=1+1,\'+x,\'-y,\'@z,\'\tt,"\'\nn",\'＝w,"a,""b""",-5,سلام\r\n',
  );
  const cells = [' =a', '\u200b\u202e-b', '\ufeff@c', '\u0000=d', 'x;=e;f', 'x\t+g', 'x\r\n=h', '"=i', 'v=spf1 -all', 'a; -b', 'x;y', -0.5];
  expect(toExactCsv([cells])).toBe(
    `\ufeff' =a,'\u200b\u202e-b,'\ufeff@c,'\u0000=d,"x;'=e;f",x\t'+g,"x\r\n'=h","""=i",v=spf1 -all,"a;' -b","x;y",-0.5\r\n`,
  );
});
