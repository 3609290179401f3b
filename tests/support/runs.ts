/** `npm test` tries properties a fifth as often as `npm run test:full`. A failure prints the seed that repeats it. */
const SHARE = 5;

/** How often fast-check tries a property that the full run tries `full` times. */
export const runs = (full: number): number => (process.env.FULL ? full : Math.ceil(full / SHARE));
