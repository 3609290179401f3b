/* What other features use of this one. */
export { scheduleTopUp } from './check.ts';
