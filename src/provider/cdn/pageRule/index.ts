/* What other features use of this one. */
export { pageRuleHandlers } from './pageRule.ts';
