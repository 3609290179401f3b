import type { Brand } from '../../config/brand.ts';
import { type Locale, localeFacts } from '../i18n/locales.ts';

const toDate = (time: string) => new Date(`2026-01-01T${time}:00Z`);

/** "09:00 – 17:00", in the digits of the language. */
export const formatOfficeHours = ({ from, to }: Brand['support']['officeHours'], locale: Locale): string =>
  new Intl.DateTimeFormat(localeFacts[locale].intl, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }).formatRange(
    toDate(from),
    toDate(to),
  );
