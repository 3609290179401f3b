/** Number of times that `npm test` tries a property at most: enough to find a fault in each of its cases. */
const FEW = 50;

/** Number of fast-check runs for a property that `npm run test:full` tries `full` times. A failure prints the seed to reproduce it. */
export const runs = (full: number): number => (process.env.FULL ? full : Math.min(full, FEW));
