/* What other features use of this one. */
export { zoneData } from './zoneState.ts';
