/* What other features use of this one. */
export { wafExceptions, wafRules } from './rules.ts';
export { showWaf } from './view.ts';
export { wafHandlers } from './waf.ts';
