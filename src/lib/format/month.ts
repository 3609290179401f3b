import type { Locale } from '../i18n/locales.ts';
import { dateFormat } from './intl.ts';

/** A calendar month of UTC, `2026-11`: "November 2026", «نوامبر ۲۰۲۶». Gregorian in every language, because invoices use these months. */
export const formatMonth = (month: string, locale: Locale): string =>
  dateFormat(locale, { month: 'long', year: 'numeric', calendar: 'gregory', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00.000Z`),
  );
