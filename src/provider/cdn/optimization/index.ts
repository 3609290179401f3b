/* What other features use of this one. */
export { optimizationHandlers } from './optimization.ts';
