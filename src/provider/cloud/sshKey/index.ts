/* What other features use of this one. */
export { computeFingerprint, loadPublicKeys } from './sshKey.ts';
