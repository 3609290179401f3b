/* What other features use of this one. */
export { computeFingerprint, describePublicKeys, loadPublicKeys } from './sshKey.ts';
