import type { EdgeAbility } from '../../core/capabilities.ts';
import type { Warning } from '../../core/warning.ts';
import type { PageKind } from '../customPage/kinds.ts';
import type { EdgeConfig } from './config.ts';

/*
 * What the portal sends to edges. Both sides import these types; an edge never reads the database. Times are epoch ms.
 */

/** A certificate with its key. Hosts are lower case and ASCII, and may be wildcards. */
export interface EdgeCertificate {
  id: string;
  hosts: readonly string[];
  /** PEM: the certificate, then the intermediates up to the root, without it. */
  chain: string;
  /** PKCS#8 in PEM. */
  privateKey: string;
}

/** The answer to a challenge of a certificate authority (RFC 8555 section 8.3). */
export interface EdgeChallenge {
  host: string;
  token: string;
  answer: string;
}

/** An enabled custom page. `statusCode` only with `error`; null: every error without a page of its own. */
export interface EdgePage {
  kind: PageKind;
  statusCode: number | null;
  html: string;
}

/** A purge request: copies stored before it are no longer served. Items have the format of `readTarget` (rules/cdn/cache/target.ts). */
export interface EdgePurge {
  id: string;
  scope: 'all' | 'urls' | 'paths' | 'hosts' | 'tags';
  items: readonly string[];
  /** Copies stored at or before this time are purged. */
  at: number;
}

/**
 * `on`: requests pass the rule engine. `cacheOnly`: only stored copies are served. `challenge`: every visitor gets a challenge first.
 * `stopped`: the account or its spending limit has stopped the domain, and every request is answered with 503.
 */
export const servings = ['on', 'cacheOnly', 'challenge', 'stopped'] as const;
export type Serving = (typeof servings)[number];

/** Everything that an edge needs to serve a domain. `id` of the driver's snapshot is the ID of the domain. */
export interface DomainPolicy {
  id: string;
  /** Increases with every change of anything below. */
  version: number;
  /** ASCII, lower case. */
  name: string;
  serving: Serving;
  /** As `traceRequest` takes it, with source `deployed`. */
  config: EdgeConfig;
  certificates: readonly EdgeCertificate[];
  /** What the edge identifies itself to origins with. Absent: nothing. */
  clientCertificate?: Pick<EdgeCertificate, 'chain' | 'privateKey'>;
  /** Absent when no certificate is being issued: a policy without it has the same content as before. */
  challenges?: readonly EdgeChallenge[];
  pages: readonly EdgePage[];
  /** The purges of the last 24 hours, oldest first. An edge that was away for longer starts with an empty cache. */
  purges: readonly EdgePurge[];
  /** Public networks aside, origins in these networks may be reached (`CHECK_ALLOW`); everything else that is private is refused. */
  allowedNetworks: readonly string[];
}

/** The body of `GET /edge/bundle?since=&nonce=`. `cursor` is opaque, and the `since` of the next request. */
export interface EdgeBundle {
  cursor: string;
  /** True: `domains` is everything, and an edge forgets the others. False: the changes since `since`. */
  full: boolean;
  domains: readonly DomainPolicy[];
  /** Domains that no longer exist. */
  removed: readonly { id: string; version: number }[];
  /** As in the request; null: none. An edge accepts the response to its own request only, so a recorded bundle can't be replayed to it. */
  since: string | null;
  nonce: string | null;
}

/** Header with the Ed25519 signature (base64) over the exact bytes of the body, before its compression. */
export const signatureHeader = 'x-bundle-signature';
/** What of a policy an edge can't use. */
export const refusalCauses = ['certificate', 'policy'] as const;
export interface Refusal {
  version: number;
  /** For the operator, in English. */
  reason: string;
  /** Absent: an edge of an older version; as `policy`. */
  cause?: (typeof refusalCauses)[number] | undefined;
}

/** Warnings in a report at most. */
export const MAX_WARNINGS = 50;

/** The body of `POST /edge/report`: the versions that an edge serves now. They are stored on its disk before, unless the disk fails. */
export interface EdgeReport {
  /** Chosen by the edge and stored on its disk. */
  edgeId: string;
  /** The addresses that visitors reach it by; informative. */
  hostname: string;
  versions: Readonly<Record<string, number>>;
  /** Place of the newest policies that it serves among those of the portal. Absent: an edge of an older version. */
  place?: number | undefined;
  /** Refused policies by domain ID. */
  refused: Readonly<Record<string, Refusal>>;
  startedAt: number;
  /** Whether it has a database of countries and AS numbers. Absent: an edge of an older version. */
  places?: boolean | undefined;
  /** What it can do. Absent: an edge of an older version, of which nothing is assumed. */
  abilities?: readonly EdgeAbility[] | undefined;
  /** What the operator should look into. Absent: an edge of an older version. */
  warnings?: readonly Warning[] | undefined;
}

/** A clock that differs by more is wrong: the operator sees it, and the times of log lines are corrected. */
export const CLOCK_OFF_MS = 30_000;

/** How often an edge reports its health, and how long the portal waits before it counts as lost. */
export const HEARTBEAT_MS = 5_000;
export const LOST_MS = 15_000;

/** What an edge is doing, averaged since its last heartbeat. */
export interface EdgeLoad {
  /** Requests a second. */
  requests: number;
  /** The share of the processors of its machine that it uses, 0 to 1. */
  cpu: number;
  /** Open connections, and how many it accepts. */
  connections: number;
  maxConnections: number;
  /** Bytes of the cache in memory and on the disk, and their limits. */
  memory: number;
  maxMemory: number;
  disk: number;
  maxDisk: number;
}

/** The body of `POST /edge/heartbeat`. */
export interface EdgeHeartbeat {
  /** As in reports. */
  edgeId: string;
  hostname: string;
  /** That of the last answer; null: there was none. A repeated message has an old one, and doesn't count. */
  nonce: string | null;
  /** The edge's clock, epoch ms: it is only compared with the portal's, and shown. */
  at: number;
  /** False: it doesn't accept connections, or stops. */
  listening: boolean;
  /** False: it hasn't got the policies of the portal since its start. */
  caughtUp: boolean;
  /** Place of the newest policies that it serves among those of the portal. */
  place: number;
  load: EdgeLoad;
}

/** The answer to a heartbeat. `accepted` is false if its nonce wasn't the expected one: it is sent again with this one. */
export interface HeartbeatAnswer {
  nonce: string;
  accepted: boolean;
  /** True: the edge ends connections after their next response, so that visitors go elsewhere. */
  drain: boolean;
  /** SHA-256 of the edge's last report, in hexadecimal: it needn't send the same again. Null: there is none. Absent: a portal of an older version. */
  report?: string | null | undefined;
  /** The portal's clock, epoch ms. Absent: a portal of an older version. */
  at?: number | undefined;
}

/** The body of `POST /edge/join`: the edge chooses its key, so that a lost answer can be asked for again. */
export interface EdgeJoin {
  token: string;
  key: string;
}
export interface JoinAnswer {
  edgeId: string;
  /** As `EDGE_VERIFY_KEY`. */
  verifyKey: string;
  /** What all edges sign cookies of visitors with. */
  visitorKey: string;
}

/** A part of a request that a pattern of the WAF matched. */
export interface LoggedMatch {
  pattern: string;
  /** As in `edge:place.<place>`. */
  place: string;
  /** The parameter, header or cookie, at most 100 characters; empty: none. */
  name: string;
  /** The part that matched, shortened, with control characters made visible; secrets masked. */
  text: string;
}

/** A line of the edge's log, one per request (`POST /log/ingest`, NDJSON). Without cookies, secrets and query values of known secrets. */
export interface EdgeLogEntry {
  /** The request's ID, as in `x-request-id`. */
  id: string;
  /** Epoch ms of the request; by the portal's clock, if the edge's differs by more than `CLOCK_OFF_MS`. */
  at: number;
  domainId: string;
  host: string;
  ip: string;
  /** Two capital letters; empty: unknown. */
  country: string;
  asn: number | null;
  method: string;
  /** Path without the query, at most 2,048 characters. */
  path: string;
  /** At most 1,024 characters; secrets masked. */
  query: string;
  /** Path and query as received, if they were written differently; cut and masked in the same way. */
  target?: string | null | undefined;
  userAgent: string;
  referer: string;
  protocol: 'http/1.1' | 'h2';
  tls: string | null;
  status: number;
  /** Bytes sent to the visitor, and received from the origin. */
  bytes: number;
  originBytes: number;
  cache: 'hit' | 'miss' | 'expired' | 'stale' | 'revalidated' | 'bypass' | 'none';
  outcome: 'forwarded' | 'served' | 'blocked' | 'challenged' | 'redirected' | 'maintenance' | 'failed' | 'stopped';
  /** The layer that ended the request, its rule, and the reason (`edge:reason.<reason>`); empty: none. */
  layer: string;
  ruleId: string;
  reason: string;
  /** The page rule that the request matched, whatever came of it; empty: none. Absent: an edge of an older version. */
  pageRuleId?: string | null | undefined;
  /** The WAF patterns that matched, even if only logged. */
  findings: readonly string[];
  /** Where the first ones matched, and what. Absent: an edge of an older version. */
  matches?: readonly LoggedMatch[] | null | undefined;
  originStatus: number | null;
  /** Milliseconds in total and for the origin. */
  ms: number;
  originMs: number | null;
  /** The origin server that was used. */
  server: string;
}
