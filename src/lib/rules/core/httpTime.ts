const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = months.join('|');
const clock = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';
/** IMF-fixdate, RFC 850 and asctime (RFC 9110 section 5.6.7). Case is ignored: servers exist that write `GMT` in other ways. */
const forms = [
  new RegExp(`^(?:mon|tue|wed|thu|fri|sat|sun), (?<day>\\d{2}) (?<month>${month}) (?<year>\\d{4}) ${clock} gmt$`, 'i'),
  new RegExp(`^(?:mon|tues|wednes|thurs|fri|satur|sun)day, (?<day>\\d{2})-(?<month>${month})-(?<year>\\d{2}) ${clock} gmt$`, 'i'),
  new RegExp(`^(?:mon|tue|wed|thu|fri|sat|sun) (?<month>${month}) (?<day>[ \\d]\\d) ${clock} (?<year>\\d{4})$`, 'i'),
] as const;

/** A year of two digits that would be more than 50 years ahead is in the past (RFC 9110 section 5.6.7). */
function fullYear(digits: string, now: number): number {
  if (digits.length > 2) return Number(digits);
  const current = new Date(now).getUTCFullYear();
  const year = current - (current % 100) + Number(digits);
  return year > current + 50 ? year - 100 : year;
}

/**
 * An HTTP-date (RFC 9110 section 5.6.7), and nothing else that `Date.parse` reads.
 * @param now epoch ms
 * @returns epoch ms; null: absent or invalid
 */
export function parseHttpDate(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (!parts) continue;
    const { day = '', month: name = '', year = '', hour = '', minute = '', second = '' } = parts;
    const place = months.indexOf(name.toLowerCase());
    const midnight = Date.UTC(fullYear(year, now), place, Number(day));
    // 30 February would be 2 March, and day 0 the end of the month before.
    const isValid = new Date(midnight).getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
    return isValid ? midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 : null;
  }
  return null;
}

/** Stands for every greater value (RFC 9111 section 1.2.2). */
const maxDeltaSeconds = 2 ** 31;

/** delta-seconds (RFC 9111 section 1.2.2). @returns seconds; null: absent or invalid */
export const parseDeltaSeconds = (text: string | undefined): number | null =>
  text !== undefined && /^\d+$/.test(text) ? Math.min(Number(text), maxDeltaSeconds) : null;
