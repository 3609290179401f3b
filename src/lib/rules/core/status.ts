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
export const stagesOf: Record<AnnouncementKind, readonly [Stage, ...Stage[]]> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'inProgress', 'resolved'],
  news: ['inProgress', 'resolved'],
};

/** How long before its start maintenance is announced in the panel. */
export const ANNOUNCED_MS = 48 * 3_600_000;

/** Days that a resolved incident stays on the page. */
export const PAST_DAYS = 14;

/** The worst of some states; without any it is `unknown`, which ranks between working and failing. */
export const worst = (found: readonly State[]): State => states[Math.max(...found.map((state) => states.indexOf(state)))] ?? 'unknown';
