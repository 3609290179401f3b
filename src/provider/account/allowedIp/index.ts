/* What other features use of this one. */
export { addressHandlers, maySendRecovery, refuseAddress } from './allowedIp.ts';
