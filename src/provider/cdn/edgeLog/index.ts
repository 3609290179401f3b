/* What other features use of this one. */
export { isGenerated } from './demoTraffic.ts';
