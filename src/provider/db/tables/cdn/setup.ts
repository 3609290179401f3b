/** A request for a dedicated address and its outcome; a domain without a row has no request. */
export interface DedicatedIpTable {
  domainId: string;
  status: 'requested' | 'assigned' | 'refused';
  /** The customer's reason in their own words; empty: none given. */
  reason: string;
  /** IPv6 addresses in the form of RFC 5952. Unique across domains. */
  ip: string | null;
  /** The operator's reason for refusing, in their own words. */
  note: string | null;
  requestedAt: number;
  decidedAt: number | null;
}

/** Verification and monitoring of a domain that stays at its own DNS provider. `domain.setupMode` shows whether it does. */
export interface CnameSetupTable {
  domainId: string;
  /** Requested, and takes effect with the verification record. */
  pending: boolean;
  /** The required value of the verification record. It doesn't change, so switching back and forth needs no new record. */
  token: string;
  /** When it was last requested. */
  requestedAt: number;
  /** When the record was first seen since then; null again if it is removed. */
  verifiedAt: number | null;
  /** `RecordObservation` of `lib/rules/cdn/cnameSetup/verification.ts`. */
  seen: string;
  /** Consecutive checks without the record, and the time of the first one. */
  misses: number;
  missingSince: number | null;
  /** By host, the CNAME that was found, or null if there was none, and the time. */
  hosts: Record<string, { seen: string | null; at: number }>;
  checkedAt: number | null;
  nextAt: number | null;
  version: number;
}
