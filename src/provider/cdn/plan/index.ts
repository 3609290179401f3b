/* What other features use of this one. */
export { buyPlan } from './buy.ts';
export { loadTerm, saveTerm, showCurrent } from './term.ts';
