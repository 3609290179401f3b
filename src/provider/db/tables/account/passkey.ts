import type { Transport } from '../../../../lib/contract/account/passkey.ts';

/** A public key that signs a user in (WebAuthn Level 3, section 4). */
export interface PasskeyTable {
  id: string;
  userId: string;
  /** ID from the authenticator, base64url. Unique across accounts. */
  credentialId: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** Signature counter last reported by the authenticator; 0 for one without a counter. */
  counter: number;
  /** The transports of the authenticator, as reported by the browser. */
  transports: Transport[];
  name: string;
  /** It may be synced to other devices of its owner. */
  isSyncable: boolean;
  /** It is backed up outside the device. */
  isBackedUp: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

/** A challenge for a passkey to sign. Its row is deleted on use, so that it can be used only once. */
export interface PasskeyChallengeTable {
  /** Hash of the challenge. */
  id: string;
  purpose: 'add' | 'signIn' | 'secondStep';
  /** The user whose passkey is expected; null at sign-in, where the passkey identifies the user. */
  userId: string | null;
  expiresAt: number;
}
