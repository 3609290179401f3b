/** An order at the authority of `CERT_DRIVER=acme`. Only the driver uses it. */
export interface AcmeOrderTable {
  /** The issuance that it is for. */
  id: string;
  /** The ordered names. */
  hosts: string[];
  /** Null: it is being placed. */
  url: string | null;
  /** PKCS#8 in PEM, sealed: the key of the certificate. */
  sealedKey: string;
  createdAt: number;
  /** When its certificate was downloaded; null: in progress. */
  doneAt: number | null;
}

/** A challenge that is published while a certificate is being issued. It is neither a DNS record nor a rule of the customer. */
export interface AcmeChallengeTable {
  sslId: string;
  domainId: string;
  way: 'dns-01' | 'http-01';
  /** Without `*.`. */
  host: string;
  token: string;
  /** The text of the TXT record, or the body of the response. */
  answer: string;
}
