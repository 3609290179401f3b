/* What other features use of this one. */
export { allowMessage, openTicket } from './open.ts';
export { showTicket } from './show.ts';
