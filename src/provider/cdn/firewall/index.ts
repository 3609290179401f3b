/* What other features use of this one. */
export { addRule, ruleEntity, saveRule } from './add.ts';
export { scheduleExpiry } from './expire.ts';
export { firewallHandlers } from './firewall.ts';
export { loadFirewall, withoutBlockingCaller } from './state.ts';
