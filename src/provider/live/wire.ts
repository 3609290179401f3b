import type { Stale } from './stale.ts';

/** Commits that a clock has not seen yet, and clocks that differ: so much of the past is told again. In ms. */
const OVERLAP = 10_000;

/** A comment, as the sign of life of a stream (HTML, section 9.2.7). */
export const comment = ':\n\n';

/** One server-sent event. JSON has no line break, so its data is one line. */
export const event = (name: string, data: object, id?: string): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** What a reader was told, as the id of an event: `dns.12,task.3`; `-` while nothing has ever changed. */
export const sinceOf = (told: ReadonlyMap<string, number>): string =>
  [...told].map(([group, version]) => `${group}.${version}`).join(',') || '-';

/**
 * Where a reader stands that comes back: with the id of its last event, with a time (what has changed since may be told twice), or
 * with nothing, as one that knows all. What can't be read is a reader that knows nothing.
 */
export function readSince(since: string | null, rows: readonly Stale[]): Map<string, number> {
  const told = (row: Stale): [string, number] => [row.group, row.version];
  if (since === null) return new Map(rows.map(told));
  if (/^\d{4}-\d\d-\d\dT/.test(since)) return new Map(rows.filter(({ changedAt }) => changedAt < Date.parse(since) - OVERLAP).map(told));
  return new Map(
    since
      .split(',')
      .map((part) => part.split('.'))
      .filter(([group, version]) => rows.some((row) => row.group === group) && /^\d+$/.test(version ?? ''))
      .map(([group = '', version]): [string, number] => [group, Number(version)]),
  );
}
