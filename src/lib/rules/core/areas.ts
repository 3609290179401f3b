/**
 * Areas that a provider may not have. Every provider has the rest: accounts, settings and notifications. `capabilities.ts` decides which
 * ones it lacks.
 */
export const areas = ['cdn', 'clusters', 'cloud', 'servers', 'spaces', 'finance', 'payments', 'support'] as const;
export type Area = (typeof areas)[number];
