import type { Logger } from 'pino';
import type { Locate } from '../../lib/node/geo.ts';
import type { EdgeLogEntry } from '../../lib/rules/cdn/edge/bundle.ts';
import type { RateLimit } from '../../lib/rules/cdn/edge/protection.ts';
import type { RateCount } from '../../lib/rules/cdn/edge/rateLimit.ts';
import type { Copies } from '../cache/copies.ts';
import type { Site, Sites } from '../control/policies.ts';
import type { RecordRequest } from '../metrics.ts';
import type { Affinity } from '../origin/affinity.ts';
import type { Origins } from '../origin/origins.ts';
import type { Passes } from '../pages/passes.ts';

/** As `RateCounter`, which may be in another process. */
export interface Counters {
  count(domainId: string, rule: RateLimit, ip: string, now: number, isExempt: boolean): RateCount | Promise<RateCount>;
}

/** What every request uses. */
export interface Tools {
  sites: Sites;
  copies: Copies;
  counters: Counters;
  passes: Passes;
  affinity: Affinity;
  origins: Origins;
  locate: Locate;
  logLine: (line: EdgeLogEntry) => void;
  record: RecordRequest;
  log: Logger;
  previewZone: string;
  whyUrl: string | undefined;
  /** A URL of a site at its preview address; any other URL stays. */
  preview: (url: string, site: Site | null) => string;
  /** Numbers the requests, for round robin. */
  turn: () => number;
}
