import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { DatabaseFault } from '../../db/faults.ts';

/** Lines of one edge. A batch that arrives again, by its ID, changes nothing. */
export interface LogBatch {
  id: string;
  lines: readonly EdgeLogEntry[];
  /** Epoch ms. */
  receivedAt: number;
}

/** Times are epoch ms; `to` is exclusive. Both are multiples of a minute, or of five minutes, an hour or a day for older requests. */
export interface LogRange {
  domainId: string;
  from: number;
  to: number;
}

export const filterFields = [
  'country',
  'status',
  'path',
  'ip',
  'host',
  'method',
  'userAgent',
  'referer',
  'layer',
  'ruleId',
  'reason',
  'outcome',
  'cache',
] as const;
export type FilterField = (typeof filterFields)[number];

/** Keeps the requests that have the value, or those that don't. Several values of one field are alternatives. */
export interface LogFilter {
  field: FilterField;
  value: string;
  not?: boolean;
}

/** Sums of one period. Bytes are those sent to visitors, except `originBytes`; `ms` is the total time of all requests. */
export interface LogSums {
  requests: number;
  bytes: number;
  /** Answered from the cache: hit, stale or revalidated. */
  cachedRequests: number;
  cachedBytes: number;
  originBytes: number;
  c1xx: number;
  c2xx: number;
  c3xx: number;
  c4xx: number;
  c5xx: number;
  blocked: number;
  challenged: number;
  /** With a finding of the WAF, or ended by it. */
  waf: number;
  ms: number;
}
export const sumFields = [
  'requests',
  'bytes',
  'cachedRequests',
  'cachedBytes',
  'originBytes',
  'c1xx',
  'c2xx',
  'c3xx',
  'c4xx',
  'c5xx',
  'blocked',
  'challenged',
  'waf',
  'ms',
] as const satisfies readonly (keyof LogSums)[];

/**
 * What requests are counted by. `waf…`: only those with a finding of the WAF, or ended by it; `wafPart` is the name of a pattern or the ID
 * of a rule. `pageRule`: the ID of the page rule that a request matched. `error`: status 400 and higher, by status, side, layer, host and path, separated by `partSeparator`.
 */
export const logDims = [
  'path',
  'status',
  'client',
  'userAgent',
  'referer',
  'layer',
  'rule',
  'wafPart',
  'wafClient',
  'wafPath',
  'error',
  'pageRule',
] as const;
export type LogDim = (typeof logDims)[number];
/** Separates the parts of composed values: `client` is country and address, `rule` layer and ID. */
export const partSeparator = '\u001f';

export interface LogTop {
  value: string;
  requests: number;
  bytes: number;
  cachedRequests: number;
  /** Epoch ms of the latest request. */
  last: number;
}

/** The traffic of a domain in an hour that begins at `at`, epoch ms. */
export interface LogHour {
  domainId: string;
  at: number;
  requests: number;
  /** Sent to visitors. */
  bytes: number;
}

export interface LogCountry {
  /** Empty: unknown. */
  country: string;
  visitors: number;
  requests: number;
  bytes: number;
}

export interface EventQuery extends LogRange {
  filters: readonly LogFilter[];
  /** Only requests that a layer blocked or challenged, or in which the WAF found something. */
  acted: boolean;
  /** The position of the last request of the page before. */
  before: LogPlace | null;
  limit: number;
}
/** A request's position: its time, and its number among those of the same time. */
export interface LogPlace {
  at: number;
  n: number;
}
export type StoredLogEntry = EdgeLogEntry & { n: number };

/** How long single requests are stored and late lines are accepted. */
export const RAW_MS = 24 * 3_600_000;

export type LogStoreFaultKind = Exclude<DatabaseFault, 'duplicate'>;
/** A log store of its own, beside the database, can't be used now. The message and the cause are for the operator. */
export class LogStoreFault extends Error {
  readonly kind: LogStoreFaultKind;
  constructor(kind: LogStoreFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * The requests of all domains, as edges report them. Single requests are stored for 24 hours, sums by minute for 2 days, by five minutes for
 * 14 days, by hour for 63 days and by day for 400. Counts are never sampled. Of paths, user agents, referrers and errors, each hour keeps
 * the 1,000 most frequent values once it is over.
 */
export interface LogStore {
  /**
   * Stores a batch completely or not at all. Refuse lines older than `RAW_MS` before.
   * @returns how many lines the batch has stored, also if it arrived before
   */
  ingest(batch: LogBatch): Promise<{ accepted: number }>;
  /**
   * Sums by period of `step` ms, of which `from` and `to` are multiples; periods without requests are left out. With filters, the range
   * must be inside of the last 24 hours.
   */
  sums(range: LogRange, step: number, filters?: readonly LogFilter[]): Promise<(LogSums & { at: number })[]>;
  /** The hours of all domains that have requests, from `from` until before `to`; both are multiples of an hour. In no order. */
  hours(range: Pick<LogRange, 'from' | 'to'>): Promise<LogHour[]>;
  /** The most frequent values, and the number of different ones. */
  top(range: LogRange, dim: LogDim, limit: number, filters?: readonly LogFilter[]): Promise<{ rows: LogTop[]; total: number }>;
  /** Requests and different addresses by country, most visitors first; with `wafClient`, only those of `waf…`. */
  countries(range: LogRange, filters?: readonly LogFilter[], dim?: 'client' | 'wafClient'): Promise<LogCountry[]>;
  /** Single requests, newest first. */
  events(query: EventQuery): Promise<StoredLogEntry[]>;
  /**
   * A request of the last 24 hours by its ID. Without a domain, only requests that a layer ended, or in which the WAF found something.
   * Undefined: unknown.
   */
  find(id: string, domainId?: string): Promise<StoredLogEntry | undefined>;
  /** Counts the values of hours and days that are over, and deletes what is past its time. Repeating it changes nothing. */
  prune(now: number): Promise<void>;
  /** Deletes everything of a domain. */
  forget(domainId: string): Promise<void>;
  /** Bytes on disk. */
  size(): Promise<number>;
  /** Whether the store’s own server answers, within two seconds; absent: it has none. Never rejects. */
  isUp?(): Promise<boolean>;
  close(): Promise<void>;
}
