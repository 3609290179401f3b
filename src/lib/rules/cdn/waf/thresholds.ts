/** The score at which a request is stopped: at medium, a single critical pattern is enough, as in the CRS. */
export const thresholds = { low: 10, medium: 5, high: 3 } as const;
