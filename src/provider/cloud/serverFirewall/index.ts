/* What other features use of this one. */
export { copyGroups } from './copy.ts';
