import { brand } from '../../config/brand.ts';
import { type Locale, localeFacts } from '../i18n/locales.ts';
import { numberFormat } from './intl.ts';

const { code, divisor, minorDigits } = brand.currency;
/** Mills in one unit of the currency. */
export const UNIT = divisor * 10 ** minorDigits;
/** Decimal places of a mill. */
const exactDigits = minorDigits + Math.round(Math.log10(divisor));

/**
 * An amount in mills in the brand's currency: rounded down to minor units.
 *
 * @param options.whole drops the fraction, as in the header; `exact` doesn't round, so that lines add up to their total to the mill;
 *   `signed` writes a plus before credits, where the language puts it
 */
export function formatMoney(
  mills: number,
  locale: Locale,
  { whole = false, exact = false, signed = false }: { whole?: boolean; exact?: boolean; signed?: boolean } = {},
): string {
  const units = (exact ? mills / divisor : Math.floor(mills / divisor)) / 10 ** minorDigits;
  const digits = whole ? 0 : minorDigits;
  return currencyText(whole ? Math.floor(units) : units, locale, digits, exact ? exactDigits : digits, signed);
}

/** The name of the currency: “US dollar”. */
export const currencyName = (locale: Locale): string =>
  new Intl.DisplayNames(localeFacts[locale].intl, { type: 'currency' }).of(code) ?? code;

/** Micro-mills, of a unit price or an exact amount, in the brand's currency, not rounded: “$0.000137”. */
export const formatRate = (microMills: number, locale: Locale): string =>
  currencyText(microMills / 1_000_000 / divisor / 10 ** minorDigits, locale, minorDigits, exactDigits + 6);

const currencyText = (units: number, locale: Locale, least: number, most: number, signed = false): string =>
  numberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    ...(signed && { signDisplay: 'exceptZero' }),
  })
    .formatToParts(units)
    .map(readable)
    .join('');

/** A price as shown for plans: whole units without a fraction, others to the mill. */
export const priceText = (mills: number, locale: Locale): string =>
  formatMoney(mills, locale, mills % 1000 === 0 ? { whole: true } : { exact: true });

/** One part of an amount: a real minus sign, as wide as the plus, and a currency sign that stays together in right-to-left text. */
export const readable = ({ type, value }: Intl.NumberFormatPart): string => {
  if (type === 'minusSign') return value.replace('-', '\u2212');
  // "US$" is two runs to the bidirectional algorithm; between LRI and PDI it stays one.
  return type === 'currency' && /[A-Za-z]/.test(value) ? `\u2066${value}\u2069` : value;
};
