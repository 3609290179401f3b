/** From which sum of scores on a request is stopped: at medium one critical pattern does it, as in the CRS. */
export const thresholds = { low: 10, medium: 5, high: 3 } as const;
