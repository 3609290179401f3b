import { describe, expect, it } from 'vitest';
import { makeInstance } from '../i18n/translator.ts';
import { formatDate, formatDateTime, formatTime } from './date.ts';
import { formatMoney } from './money.ts';
import { formatMonth } from './month.ts';
import { formatNumber } from './number.ts';
import { automaticRegion, inRegion, isTimeZone, type Region } from './region.ts';

const at = '2026-11-20T22:30:00Z';
const within = (region: Partial<Region>, format: () => string) => inRegion({ ...automaticRegion, timeZone: 'UTC', ...region }, format);

describe('calendars', () => {
  it.each([
    ['en', 'auto', 'Nov 20, 2026'],
    ['en', 'persian', 'Aban 29, 1405 AP'],
    ['en', 'islamic', 'Jum. II 10, 1448 AH'],
    ['fa', 'auto', '۲۹ آبان ۱۴۰۵'],
    ['fa', 'gregory', '۲۰ نوامبر ۲۰۲۶'],
    ['ar', 'islamic', '10 جمادى الآخرة 1448 هـ'],
  ] as const)('a date in %s with %s is %s', (locale, calendar, text) =>
    expect(within({ calendar }, () => formatDate(at, locale)).replace(/[\u200e\u200f]/g, '')).toBe(text),
  );

  it('the month of an invoice is Gregorian in all of them', () =>
    expect(within({ calendar: 'persian' }, () => formatMonth('2026-11', 'en'))).toBe('November 2026'));
});

describe('digits', () => {
  it.each([
    ['fa', 'latin', '1,234'],
    ['fa', 'auto', '۱٬۲۳۴'],
    ['ar', 'auto', '1,234'],
    ['ar', 'native', '١٬٢٣٤'],
    ['es', 'native', '1234'],
  ] as const)('a number in %s with %s digits is %s', (locale, digits, text) =>
    expect(within({ digits }, () => formatNumber(1234, locale))).toBe(text),
  );

  it('also apply to amounts, dates and numbers in texts', () => {
    expect(within({ digits: 'latin' }, () => formatMoney(248_000, 'fa'))).toContain('248.00');
    expect(within({ digits: 'latin' }, () => formatDate(at, 'fa'))).toBe('29 آبان 1405');
    // The compiler would look for the key among all texts.
    const { t } = makeInstance('ar', { common: { of: '{{n}}' } }) as unknown as { t(key: string, values: object): string };
    expect(within({ digits: 'native' }, () => t('of', { n: 12 }))).toBe('١٢');
  });
});

describe('time zones', () => {
  it('determine the day and the hour', () => {
    expect(within({ timeZone: 'Asia/Tehran' }, () => formatDate(at, 'en'))).toBe('Nov 21, 2026');
    expect(within({ timeZone: 'Asia/Tehran' }, () => formatTime(at, 'es'))).toBe('2:00');
    expect(within({}, () => formatDateTime(at, 'es'))).toContain('22:30');
  });

  it('are those of the database, by name', () => {
    const known = ['Asia/Tehran', 'UTC', 'America/Argentina/Buenos_Aires'];
    expect([...known, 'Mars/Olympus', '+03:30', '', '../etc/passwd'].filter(isTimeZone)).toEqual(known);
  });
});

it('the region of one text is reset afterward, even after an error', () => {
  expect(() =>
    inRegion({ ...automaticRegion, digits: 'native' }, () => {
      throw new Error('failed');
    }),
  ).toThrow();
  expect(formatNumber(12, 'ar')).toBe('12');
});
