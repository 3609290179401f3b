/* What other features use of this one. */
export { proveName } from './hold.ts';
export { scheduleCheck } from './lifecycle.ts';
