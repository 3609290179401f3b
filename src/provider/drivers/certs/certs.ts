import type { Env, Secrets } from '../../../lib/env.ts';
import type { Store } from '../../db/open.ts';
import { ownAuthority } from './own.ts';

export interface Order {
  /** Names, lower case and ASCII, including wildcards. The domain that they belong to is active. */
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

/** Issues certificates. Both calls may be repeated after a crash and by two processes at once; extra certificates are harmless. */
export interface CertDriver {
  readonly id: string;
  readonly capabilities: {
    /** The issuer name in its certificates. */
    name: string;
    /** False: browsers don't trust it. */
    trusted: boolean;
    /** The domain, lower case, that CAA records must allow for it to issue (RFC 8659 section 4.2). */
    caa: string;
  };
  /** Time-out of an order in milliseconds; after it the order is retried later. */
  readonly timeoutMs: number;
  /**
   * @throws DriverRefusal when it will not issue for these names; retrying would not help
   * @throws Error for temporary faults
   */
  issue(order: Order, signal: AbortSignal): Promise<Issued>;
  /** Its root certificate (PEM), if clients need to be given it. Null: they already trust it, or it has not issued yet. */
  root(): Promise<string | null>;
}

/** The authority selected by `CERT_DRIVER`; null: none, and only custom certificates can be used. */
export const makeCertDriver = (
  { CERT_DRIVER, CAA_ISSUER }: Pick<Env, 'CERT_DRIVER' | 'CAA_ISSUER'>,
  store: Store,
  secrets: Secrets,
): CertDriver | null => (CERT_DRIVER === 'own' ? ownAuthority(store, secrets, CAA_ISSUER) : null);
