import { formatNumber } from '../../../format/number.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/translator.ts';
import type { Minify, PathSettings } from '../edge/config.ts';
import { formatHeaderChange, isHeaderList } from '../edge/formatHeaders.ts';
import type { Duration } from '../edge/protection.ts';
import type { DiffRow } from './diff.ts';

const unitNames = { s: 'second', m: 'minute', h: 'hour', d: 'day', M: 'month' } as const;

/** A duration as entered: 12 months stay months. */
export const formatDuration = ({ value, unit }: Duration, locale: Locale): string =>
  formatNumber(value, locale, { style: 'unit', unit: unitNames[unit], unitDisplay: 'long' });

/** The minified file types, by extension. */
export const minifyKinds = ['html', 'css', 'js'] as const satisfies readonly (keyof Minify)[];

/** A part of a rule as shown in a line. */
export function formatValue(name: DiffRow['name'], value: DiffRow['value'], t: Translate, locale: Locale): string {
  if (typeof value === 'boolean') return value ? t('pageRule:on') : t('pageRule:off');
  if (name === 'redirectStatus') return String(value);
  if (typeof value === 'number') return formatNumber(value, locale);
  if (typeof value === 'string') {
    if (name === 'mode') return t(value === 'bypass' ? 'pageRule:mode.bypass' : 'pageRule:mode.apply');
    if (name === 'queryString') return t(value === 'withQuery' ? 'pageRule:withQuery' : 'pageRule:withoutQuery');
    return value;
  }
  if (isHeaderList(value)) return value.map(formatHeaderChange).join('; ');
  if ('origins' in value) return value.origins.join(' ');
  if ('unit' in value) return formatDuration(value, locale);
  if ('maxAge' in value) return value.enabled ? formatDuration(value.maxAge, locale) : t('pageRule:off');
  return minifyKinds.filter((kind) => value[kind]).join(', ') || t('pageRule:off');
}

/** Values that are code, and always read from left to right. */
export const isCode = (name: DiffRow['name']): boolean =>
  [
    ...['path', 'hostHeader', 'redirectUrl', 'redirectStatus', 'rewriteUrl', 'requestHeaders', 'responseHeaders', 'cors'],
    ...['cspOverride', 'tlsVersion', 'minify'],
  ].includes(name);

/** The name of a setting as a header in code. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The title of a setting; those that belong to another one have none of their own. */
export function settingTitle(name: keyof PathSettings, t: Translate): string {
  if (name === 'imageQuality') return t('pageRule:quality');
  if (name === 'redirectStatus') return t('pageRule:redirect.status');
  if (name === 'redirectQuery') return t('pageRule:redirect.query');
  return t(`pageRule:setting.${name}.title`);
}
