import type { TParams } from '../../../../lib/i18n/keys.ts';

/** A certificate of a domain. It is deleted with the domain. */
export interface SslTable {
  id: string;
  domainId: string;
  title: string;
  kind: 'free' | 'custom';
  /** For free ones: `pending` until first issued, `failed` if issuance was abandoned. */
  status: 'pending' | 'active' | 'failed';
  /** The requested names of a free one, or the names that a custom one is valid for. */
  hosts: string[];
  /** PEM: the certificate, followed by its chain in order. Null until issued. */
  certificate: string | null;
  caBundle: string | null;
  /** PKCS#8 in PEM, sealed (`auth/seal.ts`). It never leaves the provider. */
  sealedKey: string | null;
  issuer: string | null;
  keyType: string | null;
  fingerprint: string | null;
  isSelfSigned: boolean;
  issuedAt: number | null;
  expiresAt: number | null;
  /** The names it is used for. A name uses at most one certificate of a domain. */
  attachedHosts: string[];
  /** The task of an issuance in progress; null: none. */
  taskId: string | null;
  /** Why the last attempt failed: a text key with params. */
  reason: string | null;
  reasonParams: TParams | null;
  /** Failed attempts of this issuance. */
  attempts: number;
  nextAttemptAt: number | null;
  /** The last expiry notice sent to the owner (`lib/rules/cdn/ssl/expiry.ts`). */
  toldDays: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The certificate that edges identify themselves to the origins of a domain with. It is deleted with the domain. */
export interface ClientCertificateTable {
  domainId: string;
  /** PEM: the certificate, followed by the others that were given. */
  certificate: string;
  /** PKCS#8 in PEM, sealed. */
  sealedKey: string;
  subject: string;
  /** SHA-256, hexadecimal. */
  fingerprint: string;
  expiresAt: number;
  /** The last expiry notice sent to the owner. */
  toldDays: number | null;
  createdAt: number;
}
