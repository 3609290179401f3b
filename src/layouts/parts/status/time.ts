import { type Locale, localeFacts } from '../../../lib/i18n/locales.ts';

/** A time in the calendar of the language. Marked as UTC, because the server doesn't know the visitor's time zone. */
export function statusTime(locale: Locale): (iso: string) => string {
  const options = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat(localeFacts[locale].intlDate, options);
  return (iso) => `${format.format(new Date(iso))} \u2066UTC\u2069`;
}
