/* What other features use of this one. */
export { compareDomains } from './compare.ts';
export { loadEdgeConfig } from './config.ts';
