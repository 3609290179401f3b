/* What other features use of this one. */
export { loadDnssec, noteParent, zoneKeys } from './state.ts';
