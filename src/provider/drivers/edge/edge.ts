import type { Env, Secrets } from '../../../config/env.ts';
import type { DomainPolicy } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { Store } from '../../db/open.ts';
import type { Driver } from '../driver.ts';
import { nodeDriver } from './node.ts';

export interface EdgeCapabilities {
  engine: 'node';
}

/** What was published after a place. */
export interface Published {
  /** The newest place; 0: nothing was published yet. */
  place: number;
  /** True: `policies` is everything that exists. */
  full: boolean;
  /** Each as JSON of `DomainPolicy`. */
  policies: readonly string[];
  removed: readonly { id: string; version: number }[];
}

/**
 * Publishes policies for edges, which pull them. That a version was published doesn't mean that an edge serves it: edges report that
 * themselves (`provider/cdn/edge/report.ts`).
 */
export interface EdgeDriver extends Driver<DomainPolicy, EdgeCapabilities> {
  /** @param place null, or a place that is unknown here: everything */
  since(place: number | null): Promise<Published>;
  /** Resolves when something was published, by this process at once and by others within half a second, or when `signal` aborts. */
  next(signal: AbortSignal): Promise<void>;
}

/** The edges selected by `EDGE_DRIVER`; null: none can connect, and changes stay saved only. @param clock epoch milliseconds */
export const makeEdgeDriver = ({ EDGE_DRIVER }: Pick<Env, 'EDGE_DRIVER'>, store: Store, secrets: Secrets, clock: () => number) =>
  EDGE_DRIVER === 'node' ? nodeDriver({ store, secrets, clock }) : null;
