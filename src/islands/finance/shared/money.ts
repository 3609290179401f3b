import { brand } from '../../../config/brand.ts';
import { latinDigits } from '../../../lib/format/digits.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';

const { divisor, minorDigits } = brand.currency;
const UNIT = divisor * 10 ** minorDigits;

/** Parses a typed amount in digits of any script → mills; null: invalid. */
export function parseMills(text: string): number | null {
  const plain = latinDigits(text)
    .trim()
    .replace('٫', '.')
    .replace(/[\s٬,](?=\d{3}(\D|$))/g, '')
    .replace(',', '.');
  if (!new RegExp(`^\\d{1,9}(\\.\\d{1,${Math.max(1, minorDigits)}})?$`).test(plain)) return null;
  return Math.round((Number(plain) * UNIT) / divisor) * divisor;
}

/** An amount as input text: 100 or 12.50. */
export const formatTypedAmount = (mills: number): string =>
  mills % UNIT === 0 ? String(mills / UNIT) : (mills / UNIT).toFixed(minorDigits);

/** Whole amounts without their fraction: presets, buttons. */
export const short = (mills: number, locale: Locale): string => formatMoney(mills, locale, { whole: mills % UNIT === 0 });

/** With its sign: "+$20.00", "−$1.84". To the mill, so that lines and their sum agree. */
export const signed = (mills: number, locale: Locale): string => formatMoney(mills, locale, { exact: true, signed: true });
