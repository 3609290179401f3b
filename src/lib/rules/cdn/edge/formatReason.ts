import { countryName } from '../../../format/country.ts';
import { formatDateTime } from '../../../format/date.ts';
import { afterPreposition } from '../../../format/duration.ts';
import { formatNumber } from '../../../format/number.ts';
import { formatTtl } from '../../../format/quantity.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/translator.ts';
import { iso } from '../../../time.ts';
import type { LintFinding } from './lint.ts';
import type { Param, Step } from './types.ts';

/** The maximum time of a Date (ECMA-262 section 21.4.1.1). */
const lastMoment = 8.64e15;

function formatParam(value: Param, t: Translate, locale: Locale): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value, locale);
  if ('seconds' in value) return afterPreposition(formatTtl(value.seconds, locale, 'long'), locale);
  if ('at' in value) return formatDateTime(iso(Math.min(value.at, lastMoment)), locale);
  if ('country' in value) return countryName(value.country, locale);
  return t(value.key, { name: value.name ?? '' });
}

/** The reason of a layer's decision, or a lint finding, as a sentence in the reader's language. `t` needs the namespace `edge`. */
export const formatReason = (
  { reasonKey, params }: Pick<Step | LintFinding, 'reasonKey' | 'params'>,
  t: Translate,
  locale: Locale,
): string => t(reasonKey, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, formatParam(value, t, locale)])));
