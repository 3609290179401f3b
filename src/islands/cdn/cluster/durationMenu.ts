import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale } from '../../../lib/i18n/react.tsx';
import type { Duration } from '../../../lib/rules/cdn/edge/protection.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';

/** A duration as the value of a menu. */
export const durationValue = ({ value, unit }: Duration): string => `${value} ${unit}`;
export function parseDuration(text: string): Duration {
  const [value, unit] = text.split(' ');
  return { value: Number(value), unit: unit as 'm' }; // one of the options; the schema validates it again
}
/** The text of a duration in a menu, which may have one more than it offers: what was saved. */
export const durationLabel = (text: string): string => formatTtl(durationSeconds(parseDuration(text)), currentLocale(), 'long');
export function durationChoices(offered: readonly Duration[], chosen: string): string[] {
  const values = offered.map(durationValue);
  return chosen === '' || values.includes(chosen) ? values : [chosen, ...values];
}
