/** A certificate of a domain. It goes with the domain. */
export interface SslTable {
  id: string;
  domainId: string;
  title: string;
  kind: 'free' | 'custom';
  /** Of a free one: `pending` until it was issued for the first time, `failed` when that was given up. */
  status: 'pending' | 'active' | 'failed';
  /** JSON: the names of a free one that were asked for, and those that a custom one is valid for. */
  hosts: string;
  /** PEM: the certificate, and those above it in their order. Null until it was issued. */
  certificate: string | null;
  caBundle: string | null;
  /** PKCS#8 in PEM, sealed (`auth/seal.ts`). It never leaves the provider. */
  sealedKey: string | null;
  issuer: string | null;
  keyType: string | null;
  fingerprint: string | null;
  isSelfSigned: number;
  issuedAt: number | null;
  expiresAt: number | null;
  /** JSON: the names that it is used for. A name stands with one certificate of a domain at most. */
  attachedHosts: string;
  /** The task of an issuance that is under way; null: none. */
  taskId: string | null;
  /** Why the last try failed: a text key with params (JSON). */
  reason: string | null;
  reasonParams: string | null;
  /** Tries of this issuance that failed. */
  attempts: number;
  nextAttemptAt: number | null;
  /** The last step before its end that its owner was told of (`lib/rules/cdn/ssl/expiry.ts`). */
  toldDays: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}
