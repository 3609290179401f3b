import type { Generated } from 'kysely';
import type { StopReason } from '../../../../lib/contract/core/stopped.ts';
import type { NsPair } from '../../../../lib/rules/cdn/ns/servers.ts';

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
  /** Increases with every change of the zone; used as the serial of the SOA record. */
  zoneVersion: number;
  recordCount: number;
  createdAt: number;
  /** When its name servers were first found at the parent; null: it was never active here. */
  activatedAt: number | null;
  /** When it was found to use other name servers; null again once it is back. */
  movedAwayAt: number | null;
  /** `cname`: it stays at its own DNS provider and is verified by a record there instead of by its name servers. */
  setupMode: Generated<'ns' | 'cname'>;
  /** Why its zone isn't published yet (docs/decisions/0033); null: it is. */
  hold: Generated<'look' | 'former' | null>;
}

/** A domain that was active and was removed, until another account proves that it holds the name. */
export interface FormerDomainTable {
  name: string;
  accountId: string;
  removedAt: number;
  /** When its former owner was last notified that another account added it. */
  notifiedAt: number | null;
}

/** Observations of a domain's name servers. They aren't customer changes, so they aren't in the change log. */
export interface DomainCheckTable {
  domainId: string;
  /** `NsObservation` of `lib/rules/cdn/domain/lifecycle.ts`. */
  seen: string;
  /** The hostnames at the parent, sorted. */
  current: string[];
  /** Null before the first check. */
  source: 'parent' | 'resolver' | null;
  /** The parent has a DS record of the domain; null: unknown. */
  signed: boolean | null;
  /** Consecutive checks in which an active domain was missing, and since when. */
  misses: number;
  missingSince: number | null;
  checkedAt: number | null;
  nextAt: number | null;
}

/** The latest DNS scan of a domain, so that reloading a page doesn't scan again. */
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
  proxy: boolean;
  priority: number | null;
  weight: number | null;
  port: number | null;
  comment: string | null;
  tags: string[] | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** Settings of a zone; a domain without a row has the defaults. */
export interface DnsSettingTable {
  domainId: string;
  /** Seconds for an automatic TTL. */
  defaultTtl: number;
  /** Empty: `hostmaster` of the zone. */
  soaEmail: string;
  proxyDefault: boolean;
  cnameFlattening: boolean;
  version: number;
  updatedAt: number;
}

/** Name servers with the customer's own hostnames. */
export interface CustomNsTable {
  domainId: string;
  /** Requested, and not yet found at the registry. */
  wanted: NsPair | null;
  /** Those listed by the registry; `domain.firstNs` and `secondNs` are the same. */
  current: NsPair | null;
  /** IDs of the address records created for them. */
  records: string[];
  version: number;
  checkedAt: number | null;
  /** The hosts listed by the registry at the last check. */
  found: string[] | null;
}

/** How a reached cap of an account limits a domain that keeps running. */
export interface DomainLimitTable {
  domainId: string;
  /** The account whose cap it is. */
  accountId: string;
  action: 'cacheOnly' | 'challenge';
  since: number;
}

/** Why a domain is stopped although its owner hasn't paused it. */
export interface DomainSuspensionTable {
  domainId: string;
  /** `balance`: the balance was below zero for 24 hours. `cap`: a spending limit was reached. */
  reason: StopReason;
  /** This suspension paused the domain, so its end resumes it. A domain paused by its owner stays paused. */
  didPause: boolean;
  suspendedAt: number;
}
