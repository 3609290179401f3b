import type { Generated } from 'kysely';

export interface DomainTable {
  id: string;
  accountId: string;
  /** ASCII form, lower case, no trailing dot. */
  name: string;
  status: 'active' | 'inactive' | 'pending' | 'pendingNsChange';
  plan: 'free' | 'eco' | 'com' | 'pro' | 'ent';
  planSince: number;
  firstNs: string;
  secondNs: string;
  dnssecStatus: 'off' | 'pending' | 'active';
  termsVersion: string;
  /** Grows with every change of the zone; becomes the serial of the SOA record. */
  zoneVersion: number;
  recordCount: number;
  createdAt: number;
  /** When its name servers were first found at the parent; null: it has never worked here. */
  activatedAt: number | null;
  /** When it was found to have left for other name servers; null again once it is back. */
  movedAwayAt: number | null;
  /** `cname`: it stays at its own DNS provider, and a record there proves it instead of its name servers. */
  setupMode: Generated<'ns' | 'cname'>;
}

/** What was seen of a domain's name servers. Observations, so no customer's change and not in the change log. */
export interface DomainCheckTable {
  domainId: string;
  /** `NsSeen` of `lib/rules/cdn/domain/lifecycle.ts`. */
  seen: string;
  /** JSON: the host names at the parent, sorted. */
  current: string;
  /** Null before the first check. */
  source: 'parent' | 'resolver' | null;
  /** The parent has a DS record of the domain (0 or 1); null: not known. */
  signed: number | null;
  /** Checks in a row that found an active domain gone, and since when. */
  misses: number;
  missingSince: number | null;
  checkedAt: number | null;
  nextAt: number | null;
}

/** The newest scan of a domain's DNS, so that a page that is loaded again does not scan again. */
export interface DomainScanTable {
  domainId: string;
  /** JSON: `Found` of `provider/cdn/domain/scan.ts`. */
  found: string;
  scannedAt: number;
}

export interface DnsRecordTable {
  id: string;
  domainId: string;
  name: string;
  type: string;
  content: string;
  /** Null is "automatic". */
  ttl: number | null;
  proxy: number;
  priority: number | null;
  weight: number | null;
  port: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** Settings of a zone; a domain without a row has the defaults. */
export interface DnsSettingTable {
  domainId: string;
  /** Seconds that an automatic TTL stands for. */
  defaultTtl: number;
  /** Empty: `hostmaster` of the zone. */
  soaEmail: string;
  proxyDefault: number;
  cnameFlattening: number;
  version: number;
  updatedAt: number;
}

/** Name servers under the customer's own names. */
export interface CustomNsTable {
  domainId: string;
  /** JSON `{ first, second }`: asked for, and not yet found at the registry. */
  wanted: string | null;
  /** JSON: those that the registry lists; `domain.firstNs` and `secondNs` are the same. */
  current: string | null;
  /** JSON: ids of the address records that were made for them. */
  records: string;
  version: number;
  checkedAt: number | null;
  /** JSON: the hosts that the registry listed when it was last asked. */
  found: string | null;
}

/** Why a domain is stopped though its owner has not paused it. */
export interface DomainSuspensionTable {
  domainId: string;
  /** `balance`: the balance was below zero for 24 hours. `cap`: a spending cap was reached. */
  reason: 'balance' | 'cap';
  /** 1: this stop paused the domain, so that its end resumes it. One that its owner has paused stays paused. */
  didPause: number;
  suspendedAt: number;
}
