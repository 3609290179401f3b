/* What other features use of this one. */
export { httpsHandlers } from './https.ts';
