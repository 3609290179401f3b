import { brand } from '../brand.ts';
import { type Locale, localeFacts } from '../i18n/locales.ts';

/**
 * An amount in mills in the brand's currency: rounded down to minor units (design.md section 4).
 *
 * @param options.whole drops the fraction, as the header does
 */
export function formatMoney(mills: number, locale: Locale, { whole = false }: { whole?: boolean } = {}): string {
  const { code, divisor, minorDigits } = brand.currency;
  const units = Math.floor(mills / divisor) / 10 ** minorDigits;
  const digits = whole ? 0 : minorDigits;
  return new Intl.NumberFormat(localeFacts[locale].intl, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .formatToParts(whole ? Math.floor(units) : units)
    .map(readable)
    .join('');
}

/** One part of an amount: a real minus, as wide as the plus (ui/guide.md section 6), and a sign that right-to-left text can't take apart. */
export const readable = ({ type, value }: Intl.NumberFormatPart): string => {
  if (type === 'minusSign') return value.replace('-', '\u2212');
  // "US$" is two runs to the bidirectional algorithm; between LRI and PDI it stays one.
  return type === 'currency' && /[A-Za-z]/.test(value) ? `\u2066${value}\u2069` : value;
};
