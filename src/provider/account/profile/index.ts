/* What other features use of this one. */
export { toPreferences, toProfile } from './view.ts';
