/* What other features use of this one. */
export { hasUsedOneDay } from './serverCatalogue.ts';
