/** What the status page speaks of, in its order. `dns` is there only where name servers are connected. */
export const components = ['api', 'jobs', 'mail', 'dns'] as const;
export type Component = (typeof components)[number];

export const states = ['operational', 'unknown', 'degraded', 'down'] as const;
export type State = (typeof states)[number];

/** `incident` and `maintenance` are on the status page and in the panel, `news` in the panel alone. */
export const announcementKinds = ['incident', 'maintenance', 'news'] as const;
export type AnnouncementKind = (typeof announcementKinds)[number];

/** `none`: nothing is expected to fail. */
export const impacts = ['none', 'degraded', 'down'] as const;
export type Impact = (typeof impacts)[number];

export const stages = ['investigating', 'identified', 'monitoring', 'scheduled', 'inProgress', 'resolved'] as const;
export type Stage = (typeof stages)[number];

/** The stages that an announcement of a kind can be in; the first one when it is posted. */
export const stagesOf: Record<AnnouncementKind, readonly [Stage, ...Stage[]]> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'inProgress', 'resolved'],
  news: ['inProgress', 'resolved'],
};

/** How long before its start maintenance is announced in the panel. */
export const ANNOUNCED_MS = 48 * 3_600_000;

/** Days for which a resolved incident stays on the page. */
export const PAST_DAYS = 14;

/** The worst of some states; of none it is `unknown`. What is not known is worse than what runs, and better than what is known to fail. */
export const worst = (found: readonly State[]): State => states[Math.max(...found.map((state) => states.indexOf(state)))] ?? 'unknown';
