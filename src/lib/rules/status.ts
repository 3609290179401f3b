/** What the status page speaks of, in its order. `dns` is there only where name servers are connected. */
export const components = ['api', 'jobs', 'mail', 'dns'] as const;
export type Component = (typeof components)[number];

export const states = ['operational', 'unknown', 'degraded', 'down'] as const;
export type State = (typeof states)[number];

export const impacts = ['degraded', 'down'] as const;
export const stages = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type Stage = (typeof stages)[number];

/** Days for which a resolved incident stays on the page. */
export const PAST_DAYS = 14;

/** The worst of some states; of none it is `unknown`. What is not known is worse than what runs, and better than what is known to fail. */
export const worst = (found: readonly State[]): State => states[Math.max(...found.map((state) => states.indexOf(state)))] ?? 'unknown';
