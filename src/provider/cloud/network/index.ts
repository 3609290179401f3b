/* What other features use of this one. */
export { addressIn, ownNetwork } from './network.ts';
