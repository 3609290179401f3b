import type { TKey } from '../../../lib/i18n/keys.ts';

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

/** How control of a name is proved: by a TXT record (RFC 8555 section 8.4), or by a response of the edge (section 8.3). */
export type Way = 'dns-01' | 'http-01';

export interface Challenge {
  way: Way;
  /** Without `*.`. */
  host: string;
  token: string;
  /** The text of the TXT record, or the body of the response. */
  answer: string;
}

/** Proves control of the names of one order. */
export interface Proof {
  /** The issuance. Calls with the same one continue the same order. */
  id: string;
  /** Ways that are available for the domain, the preferred one first. */
  ways: readonly Way[];
  /** Publishes these challenges instead of those before. @returns whether they are served everywhere; if not, call again later */
  publish(challenges: readonly Challenge[]): Promise<boolean>;
}

/** The order isn't finished, without a fault of this side: `issue` is to be called again. */
export class Later extends Error {
  readonly afterMs: number;
  /** What the customer reads meanwhile; null: it simply takes some time. */
  readonly reason: TKey | null;
  constructor(afterMs: number, reason: TKey | null = null) {
    super(reason ?? 'the order is in progress');
    this.afterMs = afterMs;
    this.reason = reason;
  }
}

/** Issues certificates. Calls may be repeated after a crash and by two processes at once; extra certificates are harmless. */
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
  /** Time-out of a call in milliseconds; after it the order is retried later. */
  readonly timeoutMs: number;
  /**
   * @param proof what an authority needs that checks control of the names
   * @throws Later when it has to be called again
   * @throws DriverRefusal when it will not issue for these names; retrying would not help
   * @throws Error for temporary faults
   */
  issue(order: Order, signal: AbortSignal, proof?: Proof): Promise<Issued>;
  /** Its root certificate (PEM), if clients need to be given it. Null: they already trust it, or it has not issued yet. */
  root(): Promise<string | null>;
}
