/* What other features use of this one. */
export { ddosHandlers } from './ddos.ts';
