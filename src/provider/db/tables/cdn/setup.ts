/** The request for a dedicated address, and what became of it; a domain without a row has asked for none. */
export interface DedicatedIpTable {
  domainId: string;
  status: 'requested' | 'assigned' | 'refused';
  /** Why the customer asks, in their words; empty: they did not say. */
  reason: string;
  /** In the form of RFC 5952 where it is IPv6. No two domains have the same. */
  ip: string | null;
  /** Why the operator refused, in their words. */
  note: string | null;
  requestedAt: number;
  decidedAt: number | null;
}

/** How a domain that stays at its own DNS provider is proved and watched. Whether it does is `domain.setupMode`. */
export interface CnameSetupTable {
  domainId: string;
  /** 1: asked for, and takes effect with the verification record. */
  pending: number;
  /** What the verification record has to say. It stays, so that going back and forth asks for no other record. */
  token: string;
  /** When it was asked for last. */
  requestedAt: number;
  /** When the record was first seen since then; null again once it is lost. */
  verifiedAt: number | null;
  /** `RecordSeen` of `lib/rules/cdn/cnameSetup/verification.ts`. */
  seen: string;
  /** Looks in a row that found the record gone, and when the first of them was. */
  misses: number;
  missingSince: number | null;
  /** JSON: by host, the CNAME that was seen, or null for none, and when. */
  hosts: string;
  checkedAt: number | null;
  nextAt: number | null;
  version: number;
}
