import type { Env, Secrets } from '../../../lib/env.ts';
import type { Store } from '../../db/open.ts';
import { ownAuthority } from './own.ts';

export interface Order {
  /** Names, lower case and ASCII, wildcards among them. The domain that they belong to is active. */
  hosts: readonly string[];
  /** Epoch ms. */
  now: number;
}

export interface Issued {
  /** PEM. */
  certificate: string;
  /** PEM: from the issuer of the certificate upwards, without the root. */
  caBundle: string;
  /** PKCS#8 in PEM, made for this order. */
  privateKey: string;
}

/** Issues certificates. Both calls may be made again after a crash and by two processes at once; a certificate too many does no harm. */
export interface CertDriver {
  readonly id: string;
  readonly capabilities: {
    /** Who it says it is, in the certificates. */
    name: string;
    /** False: browsers do not trust it. */
    trusted: boolean;
    /** The domain, lower case, that a CAA record has to name for it to issue (RFC 8659 section 4.2). */
    caa: string;
  };
  /** How long an order may take, in milliseconds, before it is given up and tried again later. */
  readonly timeoutMs: number;
  /**
   * @throws DriverRefusal when it will not issue for these names; trying again would not help
   * @throws Error for everything that may pass
   */
  issue(order: Order, signal: AbortSignal): Promise<Issued>;
  /** Its root certificate (PEM), where it is one that programs have to be told of. Null: they know it, or it has not issued yet. */
  root(): Promise<string | null>;
}

/** The authority that `CERT_DRIVER` chooses; null: none, and only certificates of one's own can be used. */
export const makeCertDriver = (
  { CERT_DRIVER, CAA_ISSUER }: Pick<Env, 'CERT_DRIVER' | 'CAA_ISSUER'>,
  store: Store,
  secrets: Secrets,
): CertDriver | null => (CERT_DRIVER === 'own' ? ownAuthority(store, secrets, CAA_ISSUER) : null);
