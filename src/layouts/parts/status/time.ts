import { type Locale, localeFacts } from '../../../lib/i18n/locales.ts';

/** A moment in the language's own calendar. In UTC, and it says so: the server doesn't know where its visitor is. */
export function statusTime(locale: Locale): (iso: string) => string {
  const options = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat(localeFacts[locale].intlDate, options);
  return (iso) => `${format.format(new Date(iso))} \u2066UTC\u2069`;
}
