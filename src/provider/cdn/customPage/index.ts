/* What other features use of this one. */
export { customPageHandlers } from './customPage.ts';
