import type { Logger } from 'pino';
import type { Env, Secrets } from '../../config/env.ts';
import type { LocalEdgeState } from '../../lib/rules/core/localEdge.ts';
import type { Store } from '../db/open.ts';
import type { User } from '../db/schema.ts';
import type { CertDriver } from '../drivers/certs/certs.ts';
import type { Drivers } from '../drivers/drivers.ts';
import type { LogStore } from '../drivers/logs/logs.ts';
import type { ObjectStore } from '../drivers/objects/objects.ts';
import type { PaymentGateway } from '../drivers/payment/payment.ts';
import type { Resolver } from '../drivers/resolver/resolver.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { ProviderMetrics } from '../kernel/metrics.ts';
import type { FairSemaphore } from '../kernel/turns.ts';
import type { WorkerPool } from '../kernel/workers/pool.ts';
import type { Live } from '../live/live.ts';
import type { EdgeKeys } from './edgeKeys.ts';
import type { PublicCalls } from './publicCalls.ts';
import type { Registry } from './registry.ts';
import type { ResponseCache } from './responseCache.ts';
import type { KeyCalls } from './session/keyCalls.ts';

/** What calls and jobs share for the lifetime of the process. */
export interface Services {
  env: Env;
  secrets: Secrets;
  store: Store;
  jobs: Pick<Jobs, 'enqueue' | 'wake'>;
  /** Queries the DNS of other domains. */
  resolver: Resolver;
  /** Issues certificates; null: there is no authority. */
  certs: CertDriver | null;
  /** Stores the objects of customers’ spaces; null: there is no store. */
  objects: ObjectStore | null;
  /** The requests that edges report. */
  logs: LogStore;
  edgeKeys: EdgeKeys;
  /** The edge beside the portal. */
  localEdge: LocalEdgeState;
  /** Payment gateways, in the order in which they are offered. */
  gateways: readonly PaymentGateway[];
  live: Live;
  drivers: Drivers;
  log: Logger;
  metrics: ProviderMetrics;
  responses: ResponseCache;
  /** Calls without a session, by network. */
  publicCalls: PublicCalls;
  /** The newest calls of API keys. */
  keyCalls: KeyCalls;
  /** Places of uploads in progress. */
  uploads: FairSemaphore;
  /** For work that takes more than 50 ms of CPU time. */
  workers: WorkerPool;
  /** The product lines. */
  registry: Registry;
  /** Aborted when the process begins to stop: calls that wait answer at once. */
  leaving: AbortSignal;
}

/**
 * What a function needs of the work that calls it: a call (`CallCtx`), a job (`JobCtx`), the demo data, a command on the server.
 * `S`: the services that it uses, where one of its callers has no others.
 */
export interface Work<S extends keyof Services = keyof Services> {
  /** Epoch milliseconds at which it began; tests move it. */
  now: number;
  newId(): string;
  /** Who requested it; absent in a job. */
  user?: Pick<User, 'email'> | null;
  services: Pick<Services, S>;
}
