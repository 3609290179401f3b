/* What other features use of this one. */
export { revokeMemberKeys } from './ofMember.ts';
