/* What other features use of this one. */
export { adoptCustomNs } from './adopt.ts';
export { loadDomainCheck, type Observation, observe } from './observe.ts';
