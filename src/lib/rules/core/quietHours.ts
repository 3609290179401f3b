import { MINUTE } from '../../time.ts';
/** Minutes after midnight, of a day in the customer's time zone. `from` after `until` spans midnight. */
export interface QuietHours {
  from: number;
  until: number;
}

const DAY_MINUTES = 1440;
/** When the daily email is sent: 8:00. */
export const digestAt = 8 * 60;

/** @param now epoch ms */
function minuteOfDay(now: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }).formatToParts(now);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return of('hour') * 60 + of('minute');
}

/** The next time after `now` at which the clock of a zone shows `minute`, in epoch ms. A DST change moves it by at most that hour. */
function next(now: number, minute: number, timeZone: string): number {
  const wait = (minute - minuteOfDay(now, timeZone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return Math.floor(now / MINUTE) * MINUTE + wait * MINUTE;
}

/** When quiet hours end, in epoch ms; null outside of them. */
export function quietUntil(now: number, hours: QuietHours | null, timeZone: string): number | null {
  if (hours === null || hours.from === hours.until) return null;
  const minute = minuteOfDay(now, timeZone);
  const { from, until } = hours;
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? next(now, until, timeZone) : null;
}

export const nextDigest = (now: number, timeZone: string): number => next(now, digestAt, timeZone);
