/** Number of fast-check runs for a property that the full run tries `full` times: at most 50 in `npm test`. */
export const runs = (full: number): number => (process.env.FULL ? full : Math.min(full, 50));
