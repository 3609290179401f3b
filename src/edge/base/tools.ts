import type { Logger } from 'pino';
import type { EdgeLogEntry } from '../../lib/rules/cdn/edge/bundle.ts';
import type { RateCounter } from '../../lib/rules/cdn/edge/rateCounter.ts';
import type { Copies } from '../cache/copies.ts';
import type { Site, Sites } from '../control/policies.ts';
import type { Origins } from '../origin/origins.ts';
import type { Passes } from '../pages/passes.ts';
import type { Locate } from './geo.ts';

/** What every request uses. */
export interface Tools {
  sites: Sites;
  copies: Copies;
  counters: RateCounter;
  passes: Passes;
  origins: Origins;
  locate: Locate;
  logLine: (line: EdgeLogEntry) => void;
  log: Logger;
  previewZone: string;
  whyUrl: string | undefined;
  /** A URL of a site at its preview address; any other URL stays. */
  preview: (url: string, site: Site | null) => string;
  /** Numbers the requests, for round robin. */
  turn: () => number;
}
