/* What other features use of this one. */
export { firewallGroupHandlers } from './firewallGroup.ts';
