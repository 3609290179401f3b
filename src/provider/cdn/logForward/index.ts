/* What other features use of this one. */
export { unharmed } from './rows.ts';
