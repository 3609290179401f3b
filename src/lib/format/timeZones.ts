import { type Locale, localeFacts } from '../i18n/locales.ts';

/** The offset of a zone from UTC as text: "GMT+3:30". */
function offset(timeZone: string, locale: Locale): string {
  const parts = new Intl.DateTimeFormat(localeFacts[locale].intl, { timeZone, timeZoneName: 'shortOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The time zone of this device. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The readable form of "Europe/Berlin": "Berlin". */
const city = (name: string) => name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** Every time zone by its name, with its offset. Found by city, region or name. `chosen` is included even where the browser lists another name for it. */
export function timeZoneOptions(locale: Locale, chosen: string) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  if (chosen) names.add(chosen);
  return [...names].map((name) => ({
    value: name,
    label: name === city(name) ? name : `${city(name)} (${name.slice(0, name.lastIndexOf('/')).replaceAll('_', ' ')})`,
    end: offset(name, locale),
    ltr: true,
  }));
}
