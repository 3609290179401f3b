/* What other features use of this one. */
export { cancelIssuing, issueWaiting } from './issue.ts';
export { inactiveReason, newRow } from './state.ts';
export { validateOrRefuse } from './validate.ts';
