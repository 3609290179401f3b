/** `npm test` runs properties a fifth as often as `npm run test:full`. A failure prints the seed to reproduce it. */
const SHARE = 5;

/** Number of fast-check runs for a property that the full run tries `full` times. */
export const runs = (full: number): number => (process.env.FULL ? full : Math.ceil(full / SHARE));
