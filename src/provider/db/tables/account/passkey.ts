/** A public key that signs a user in (WebAuthn Level 3, section 4). */
export interface PasskeyTable {
  id: string;
  userId: string;
  /** Of the authenticator, base64url. No two accounts have the same. */
  credentialId: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** Signatures made, as the authenticator last said; 0 for one that doesn’t count. */
  counter: number;
  /** JSON: how the browser reaches the authenticator. */
  transports: string;
  name: string;
  /** 1: it may be copied to other devices of its owner. */
  isSyncable: number;
  /** 1: it is kept outside of the device as well. */
  isBackedUp: number;
  createdAt: number;
  lastUsedAt: number | null;
}

/** What a passkey is to sign. A row is deleted when it is used, so that it is used once. */
export interface PasskeyChallengeTable {
  /** Hash of the challenge. */
  id: string;
  purpose: 'add' | 'signIn' | 'secondStep';
  /** Whose passkey is expected; null at sign-in, where the passkey says it. */
  userId: string | null;
  expiresAt: number;
}
