import { formatDate } from '../../lib/format/date.ts';
import { formatList } from '../../lib/format/list.ts';
import { formatMoney, formatRate } from '../../lib/format/money.ts';
import { formatMonth } from '../../lib/format/month.ts';
import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import { iso } from '../../lib/time.ts';

/*
 * Values of a stored text that differ by language: a notification is stored once, and shown in the language that its reader has
 * later. Users can't type the character that marks them.
 */
const MARK = '\u0001';

export const amountParam = (mills: number): string => `${MARK}m${mills}`;
/** A rate, from micro-mills an hour. */
export const rateParam = (microMills: number): string => `${MARK}r${microMills}`;
/** A day, from epoch milliseconds. */
export const dayParam = (time: number): string => `${MARK}d${iso(time)}`;
/** A month, as `2026-11`. */
export const monthParam = (month: string): string => `${MARK}y${month}`;
/** Names, joined as a list. */
export const listParam = (words: readonly string[]): string => `${MARK}l${JSON.stringify(words)}`;
export const textParam = (key: TKey): string => `${MARK}t${key}`;

function localize(value: string, locale: Locale): string {
  const rest = value.slice(2);
  switch (value[1]) {
    case 'm':
      return formatMoney(Number(rest), locale);
    case 'r':
      return formatRate(Number(rest), locale);
    case 'd':
      return formatDate(rest, locale);
    case 'y':
      return formatMonth(rest, locale);
    case 'l':
      return formatList(JSON.parse(rest) as string[], locale); // written by `listParam`
    case 't':
      return translator(locale)(rest as TKey); // written by `textParam`
    default:
      return rest;
  }
}

/** The values of a stored text in a language. */
export const paramsIn = (params: TParams, locale: Locale): TParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith(MARK) ? localize(value, locale) : value,
    ]),
  );
