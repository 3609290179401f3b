/* What other features use of this one. */
export { cacheHandlers } from './cache.ts';
