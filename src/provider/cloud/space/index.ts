/* What other features use of this one. */
export { startOfHour } from './meter.ts';
