import type { Stale } from './stale.ts';

/** Overlap in ms, for commits not yet visible at that time and for differing clocks: this much is sent again. */
const OVERLAP = 10_000;

/** A comment as the heartbeat of a stream (HTML, section 9.2.7). */
export const comment = ':\n\n';

/** One server-sent event. JSON has no line break, so its data is one line. */
export const event = (name: string, data: object, id?: string): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** The versions sent to a reader, as the ID of an event: `dns.12,task.3`; `-` while nothing has ever changed. */
export const formatSince = (notified: ReadonlyMap<string, number>): string =>
  [...notified].map(([group, version]) => `${group}.${version}`).join(',') || '-';

/**
 * The position of a reconnecting reader: the ID of its last event, a time (changes since then may be sent twice), or
 * nothing, which means that it is up to date. If it can't be parsed, everything is sent.
 */
export function readSince(since: string | null, rows: readonly Stale[]): Map<string, number> {
  const toVersion = (row: Stale): [string, number] => [row.group, row.version];
  if (since === null) return new Map(rows.map(toVersion));
  if (/^\d{4}-\d\d-\d\dT/.test(since))
    return new Map(rows.filter(({ changedAt }) => changedAt < Date.parse(since) - OVERLAP).map(toVersion));
  return new Map(
    since
      .split(',')
      .map((part) => part.split('.'))
      .filter(([group, version]) => rows.some((row) => row.group === group) && /^\d+$/.test(version ?? ''))
      .map(([group = '', version]): [string, number] => [group, Number(version)]),
  );
}
