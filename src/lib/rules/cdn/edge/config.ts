import type { RecordData } from '../../core/dnsTypes.ts';
import type { OriginCheck } from '../https/originCa.ts';
import type { Ddos, Deployable, Duration, FirewallGroup, FirewallRule, RateLimit, Waf } from './protection.ts';

/*
 * The configuration of a domain, with the names of the calls, so that a response can be passed in unchanged:
 * this is why optional fields also accept `undefined`, as zod writes them. Times are ISO 8601 in UTC.
 */

export const tlsVersions = ['1.0', '1.1', '1.2', '1.3'] as const;
export type TlsVersion = (typeof tlsVersions)[number];

/** The statuses of a redirect (RFC 9110 section 15.4). 307 and 308 keep the method and the body of a request. */
export const redirectStatuses = [301, 302, 307, 308] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];
/** A 301 or 308 stays in browsers, even after the rule is gone, so it is chosen and not the default. */
export const defaultRedirectStatus: RedirectStatus = 302;

export interface EdgeRecord extends RecordData {
  id: string;
  proxy: boolean;
}

export interface Hsts {
  enabled: boolean;
  maxAge: Duration;
  includeSubdomains: boolean;
  preload: boolean;
}
export interface Minify {
  html: boolean;
  css: boolean;
  js: boolean;
}
export const corsMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export interface Cors {
  /** As browsers send them: scheme, host and port. Or `*` alone: any. */
  origins: string[];
  methods: (typeof corsMethods)[number][];
  /** Header names of requests, or `*` alone: any but `Authorization`. */
  headers: string[];
  /** Whether cookies and other credentials may be sent; never with `*`. */
  credentials: boolean;
  /** How long a browser remembers the answer to its question. */
  maxAge: Duration;
}
export const headerActions = ['set', 'add', 'remove'] as const;
export interface HeaderChange {
  /** `set` replaces all values, `add` leaves them. */
  action: (typeof headerActions)[number];
  name: string;
  /** Not with `remove`. */
  value?: string | undefined;
}
export interface PathSettings {
  cacheTtl?: Duration | undefined;
  /** As that of the domain; it also precedes the domain's `ttl`. */
  defaultTtl?: Duration | undefined;
  hostHeader?: string | undefined;
  /** A URL or a path; `$1` to `$9` stand for the wildcards of the rule's path. */
  redirectUrl?: string | undefined;
  /** Absent: 302. */
  redirectStatus?: RedirectStatus | undefined;
  /** Whether the visitor's query string is appended to the target. Absent: no. */
  redirectQuery?: boolean | undefined;
  /** Path that the origin gets in place of the visitor's, with or without a query; with captures as above. */
  rewriteUrl?: string | undefined;
  requestHeaders?: HeaderChange[] | undefined;
  responseHeaders?: HeaderChange[] | undefined;
  cors?: Cors | undefined;
  connectionTimeout?: Duration | undefined;
  imageResize?: boolean | undefined;
  webp?: boolean | undefined;
  minify?: Minify | undefined;
  imageQuality?: number | undefined;
  cspOverride?: string | undefined;
  ignoreCacheControl?: boolean | undefined;
  /** Whether the query string is part of the cache key; a cache that is off stays off. */
  queryString?: Exclude<Cache['level'], 'off'> | undefined;
  httpToHttps?: boolean | undefined;
  /** The minimum version. */
  tlsVersion?: TlsVersion | undefined;
  hsts?: Hsts | undefined;
  maintenanceMode?: boolean | undefined;
}
export interface PageRuleData {
  title: string;
  path: string;
  priority: number;
  description?: string | undefined;
  /** `apply` the settings, or `bypass` the CDN. */
  mode: 'apply' | 'bypass';
  settings: PathSettings;
}
export type PageRule = Deployable<PageRuleData>;

export interface Https {
  enabled: boolean;
  httpToHttps: boolean;
  tlsVersions: readonly TlsVersion[];
  hsts: Hsts;
  /** Until when a browser may remember HSTS from before the last change. */
  hstsRememberedUntil?: string | null | undefined;
  http2?: boolean | undefined;
  http3?: boolean | undefined;
  backendProtocol: 'auto' | 'http' | 'https';
  /** How certificates of origins are verified; absent: not at all. `originCa`: PEM, with `own`. `originPins`: with `pin`, one a line. */
  originCheck?: OriginCheck | undefined;
  originCa?: string | null | undefined;
  originPins?: string | null | undefined;
  websockets: boolean;
}
export interface Cache {
  level: 'withQuery' | 'withoutQuery' | 'off';
  /** Absent: as set by the origin. */
  ttl?: Duration | null | undefined;
  /** For responses whose headers set no time, if `ttl` is absent. Absent: they aren't cached. */
  defaultTtl?: Duration | null | undefined;
  /**
   * For 4xx and 5xx responses whose headers set no time, in place of a longer `ttl` or `defaultTtl`. Null: they aren't cached.
   * Absent: `defaultClientErrorTtl`, and null.
   */
  clientErrorTtl?: Duration | null | undefined;
  serverErrorTtl?: Duration | null | undefined;
  /** Whether a response without a time, of the origin or of the customer, gets one from `Last-Modified`. Absent: no. */
  heuristicFreshness?: boolean | undefined;
  browserTtl?: Duration | null | undefined;
  ignoreCacheControl: boolean;
  developmentMode: boolean;
  developmentUntil?: string | null | undefined;
  alwaysOnline?: boolean | undefined;
  /** Slashes in a row in a path are one. Absent: yes. */
  mergeSlashes?: boolean | undefined;
  /** Minimum of the plan, in seconds; null: by contract, not enforced. */
  minTtl: number | null;
}
export interface Optimization {
  minify: Minify;
  webp: boolean;
  imageResize: boolean;
  imageQuality: number;
}

export interface ClusterServer {
  address: string;
  port?: number | undefined;
  weight: number;
  backup: boolean;
  /** Only visitors who are bound to it still get it. */
  draining?: boolean | undefined;
  /** Requests that it processes at a time. Absent: any number. */
  maxConnections?: number | undefined;
  health?: 'up' | 'down' | 'unknown' | undefined;
}
export interface Cluster {
  id: string;
  name: string;
  servers: readonly ClusterServer[];
  port: number;
  protocol: 'http' | 'https';
  algorithm: 'roundRobin' | 'hash' | 'leastConnections';
  hashBy?: 'client' | 'ip' | undefined;
  /** How long a visitor stays with a server, by a cookie. Absent: not at all. */
  affinity?: Duration | null | undefined;
}
/** Route connection: a record or a page rule that is connected to a cluster. */
export interface Route {
  id: string;
  kind: 'record' | 'path';
  recordId?: string | undefined;
  pathId?: string | undefined;
  clusterId?: string | null | undefined;
}

export interface EdgeConfig {
  domain: { name: string; status: 'active' | 'inactive' | 'pending' | 'pendingNsChange' };
  dns: readonly EdgeRecord[];
  firewall: {
    rules: readonly FirewallRule[];
    defaultMode: 'allow' | 'deny';
    countryWhitelist: { enabled: boolean; countries: readonly string[] };
    groups: readonly FirewallGroup[];
  };
  ddos: Ddos;
  rateLimits: readonly RateLimit[];
  waf: Waf;
  pageRules: readonly PageRule[];
  https: Https;
  cache: Cache;
  optimization: Optimization;
  clusters: readonly Cluster[];
  routes: readonly Route[];
}
/** `deployed`: the deployed rules. `draft`: as if everything saved were deployed. */
export type Source = 'deployed' | 'draft';
