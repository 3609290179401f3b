/* What other features use of this one. */
export { accountName, loadOtherRights } from './rows.ts';
