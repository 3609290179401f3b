import { iso } from '../../time.ts';
/** The components of the status page, in order. Those of engines (`api`, `jobs` and `mail` aside) are listed if the engine is there. */
export const components = ['api', 'edge', 'dns', 'servers', 'storage', 'jobs', 'mail'] as const;
export type Component = (typeof components)[number];

export const states = ['operational', 'unknown', 'degraded', 'down'] as const;
export type State = (typeof states)[number];

/** `incident` and `maintenance` are on the status page and in the panel, `news` only in the panel. */
export const announcementKinds = ['incident', 'maintenance', 'news'] as const;
export type AnnouncementKind = (typeof announcementKinds)[number];

/** `none`: no impact expected. */
export const impacts = ['none', 'degraded', 'down'] as const;
export type Impact = (typeof impacts)[number];

export const stages = ['investigating', 'identified', 'monitoring', 'scheduled', 'inProgress', 'resolved'] as const;
export type Stage = (typeof stages)[number];

/** The stages of an announcement by kind; the first is the initial one. */
export const incidentStages: Record<AnnouncementKind, readonly [Stage, ...Stage[]]> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'inProgress', 'resolved'],
  news: ['inProgress', 'resolved'],
};

/** How long before its start maintenance is announced in the panel. */
export const ANNOUNCED_MS = 48 * 3_600_000;

/** Days that a resolved incident stays on the page. */
export const PAST_DAYS = 14;

/** Days of stored checks that the page shows. */
export const CHECK_DAYS = 90;

/** The checks of a component on one day. */
export interface DayChecks {
  /** UTC, as in `2026-11-29`. */
  day: string;
  operational: number;
  degraded: number;
  down: number;
}

/** The last days, the oldest first, with null where there was no check. @param now epoch ms */
export function lastDays(days: readonly DayChecks[], now: number): (DayChecks | null)[] {
  const known = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: CHECK_DAYS }, (_, index) => {
    const day = iso(now - (CHECK_DAYS - 1 - index) * 86_400_000).slice(0, 10);
    return known.get(day) ?? null;
  });
}

/** The worst result of a day. */
export const stateOfDay = (checks: DayChecks | null): State =>
  checks === null
    ? 'unknown'
    : checks.down > 0
      ? 'down'
      : checks.degraded > 0
        ? 'degraded'
        : checks.operational > 0
          ? 'operational'
          : 'unknown';

/** The share of checks that found a component operational; null: none was made. */
export function operationalShare(days: readonly (DayChecks | null)[]): number | null {
  const sum = (name: 'operational' | 'degraded' | 'down') => days.reduce((total, one) => total + (one?.[name] ?? 0), 0);
  const all = sum('operational') + sum('degraded') + sum('down');
  return all === 0 ? null : sum('operational') / all;
}

/** The worst of some states; without any it is `unknown`, which ranks between working and failing. */
export const worst = (match: readonly State[]): State => states[Math.max(...match.map((state) => states.indexOf(state)))] ?? 'unknown';
