/* What other features use of this one. */
export { notifyChange } from './notifyChange.ts';
export { type SecurityState, securityState } from './state.ts';
