import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Env, readEnv } from '../config/env.ts';
import { startNameServer } from '../dns/start.ts';
import { makeLogger } from '../lib/node/log.ts';
import { Metrics } from '../lib/node/metrics.ts';
import { recordStart } from '../lib/node/warnings.ts';
import { noLocalEdge } from '../lib/rules/core/localEdge.ts';
import { iso } from '../lib/time.ts';
import { answer } from './answer.ts';
import { requireCurrency } from './core/currency.ts';
import { edgeKeys } from './core/edgeKeys.ts';
import { loadSecrets, openInstallation, requireSharedFolders } from './core/installation.ts';
import { ipNetwork } from './core/limits.ts';
import { newestMessages, type OutboxMessage } from './core/outbox.ts';
import { PublicCalls } from './core/publicCalls.ts';
import { answering } from './core/region.ts';
import type { HealthCheck } from './core/registry.ts';
import { ResponseCache } from './core/responseCache.ts';
import { seed } from './core/seeds/seed.ts';
import type { Services } from './core/services.ts';
import { KeyCalls } from './core/session/keyCalls.ts';
import { type SocketChannel, type SocketReader, watched } from './core/sockets.ts';
import { allWarnings, type HostWarning, localWarnings } from './core/warnings.ts';
import type { Store } from './db/open.ts';
import type { CertDriver } from './drivers/certs/certs.ts';
import { makeCertDriver } from './drivers/certs/makeCertDriver.ts';
import { type Drivers, makeDrivers } from './drivers/drivers.ts';
import { openLogStore } from './drivers/logs/openLogStore.ts';
import { makeObjectStore } from './drivers/objects/makeObjectStore.ts';
import { type ObjectStore, startObjectServer } from './drivers/objects/objects.ts';
import { makeGateways } from './drivers/payment/gateways.ts';
import type { PaymentGateway } from './drivers/payment/payment.ts';
import { makeResolver } from './drivers/resolver/resolver.ts';
import { type Jobs, makeJobs } from './jobs/jobs.ts';
import { addDatabaseTime, asCaller, type Caller } from './kernel/caller.ts';
import { makeProviderMetrics } from './kernel/metrics.ts';
import { Refusal } from './kernel/refusal.ts';
import { makeTurns } from './kernel/turns.ts';
import { makeWorkerPool } from './kernel/workers/pool.ts';
import { makeLive } from './live/live.ts';
import { registry } from './manifests.ts';
import { routes } from './routes.ts';
import { measureProvider } from './scrape.ts';

export interface ProviderOptions {
  env?: Env;
  store?: Store;
  /** Epoch milliseconds; tests move the clock. */
  clock?: () => number;
  /** Engines to use instead of those from the environment. */
  drivers?: Drivers;
  /** A certificate authority to use instead of the one from the environment. */
  certs?: CertDriver;
  /** An object store to use instead of the one from the environment. */
  objects?: ObjectStore | null;
  /** Payment gateways to use instead of those from the environment. */
  gateways?: readonly PaymentGateway[];
  log?: Logger;
  /** False: another process of this machine answers DNS queries and S3 clients, records its starts and imports earlier logs. */
  isFirst?: boolean;
  /** Where it reports its metrics; by default to nobody. */
  metrics?: Metrics;
}

export interface Provider {
  /** The entire provider: takes a request, returns a response. Never throws. Doesn't depend on Astro. */
  answer(request: Request, caller: Caller): Promise<Response>;
  /** The name of the call that a request makes, as in `dns.list`, or of an edge, as in `edge/report`; `unknown`: there is none. */
  nameOf(request: Request): string;
  services: Services & { jobs: Jobs };
  /**
   * Opens the socket at a path for the holder of a ticket.
   * @throws Refusal when there is no such socket or the ticket isn't valid
   */
  openSocket(path: string, ticket: string, reader: SocketReader, caller: Caller): Promise<SocketChannel>;
  /** The latest emails of the outbox, newest first: for the mailbox of a demo. */
  mailbox(): Promise<OutboxMessage[]>;
  /** Whether the store responds, the latest results of the checks of all lines, and warnings, which don't affect `ok`. */
  health(): Promise<{ ok: boolean; details: HealthCheck[]; warnings: HostWarning[] }>;
  /** What has to be true before this process gets traffic: the database responds, with the schema of this version. */
  checks: { database(): Promise<boolean>; schema(): Promise<boolean> };
  /** Runs the jobs until `stop` is called. */
  start(): void;
  /** Ends the streams, which would otherwise keep a server open. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export async function makeProvider(options: ProviderOptions = {}): Promise<Provider> {
  const env = options.env ?? readEnv();
  const clock = options.clock ?? Date.now;
  const log = options.log ?? makeLogger('provider', env.LOG_LEVEL);
  const registered = options.metrics ?? new Metrics();
  const metrics = makeProviderMetrics(registered);
  const store = options.store ?? (await openInstallation(env, log));
  store.onQuery((ms, isFailed) => {
    addDatabaseTime(ms);
    metrics.queries.observe(ms / 1000);
    if (isFailed) metrics.queryErrors.inc();
  });
  const secrets = await loadSecrets(env, store);
  await requireSharedFolders(env, store);
  await requireCurrency(store);
  const drivers = options.drivers ?? makeDrivers(env, store, secrets, clock, log);
  const leaving = new AbortController();
  const resolver = makeResolver(env, clock);
  const certs = options.certs ?? makeCertDriver(env, store, secrets);
  const objects = options.objects === undefined ? makeObjectStore(env, secrets, clock, log) : options.objects;
  const gateways = options.gateways ?? makeGateways(env, store);
  const workers = makeWorkerPool();
  const logs = await openLogStore(env, log, options.isFirst);
  const localEdge = { ...noLocalEdge };
  const live = makeLive({ store, clock, log });
  const shared: Omit<Services, 'jobs'> = {
    env,
    secrets,
    store,
    drivers,
    certs,
    objects,
    logs,
    edgeKeys: edgeKeys(env, secrets),
    localEdge,
    gateways,
    live,
    log,
    metrics,
    resolver,
    registry,
    responses: new ResponseCache(),
    publicCalls: new PublicCalls(store.channel, clock),
    keyCalls: new KeyCalls(store, log),
    // Each may hold a file of tens of megabytes, and its parsed form.
    uploads: makeTurns({ parallel: 16, perKey: 3, waiting: 32, waitingPerKey: 8 }),
    workers,
    leaving: leaving.signal,
  };
  measureProvider(registered, shared, clock);
  const jobs = makeJobs(shared, clock);
  const services = Object.assign(shared, { jobs });
  await seed(services, clock());
  let started = Promise.resolve(() => {});
  let stopListening = () => {};
  let stopAnswering = async () => {};
  const detach = registry.lines.flatMap((line) => line.attach?.(services, clock) ?? []);

  return {
    services,
    answer: (request, caller) => asCaller(ipNetwork(caller.ip), () => answering(() => answer(services, clock, request, caller))),
    nameOf({ method, url }) {
      const { pathname } = new URL(url);
      const route = `${method} ${pathname}`;
      return registry.endpoints[route] ? pathname.slice(1) : (routes.get(route)?.call.id.join('.') ?? 'unknown');
    },
    async health() {
      try {
        const lines = await Promise.all(registry.lines.map((line) => line.checks?.(store.reader) ?? []));
        const details = [{ name: 'store', ok: true, checkedAt: iso(clock()) }, ...lines.flat()];
        return { ok: details.every((check) => check.ok !== false), details, warnings: await allWarnings(env, store.reader, clock()) };
      } catch (error) {
        log.error({ err: error }, 'database did not respond');
        const details = [{ name: 'store', ok: false, checkedAt: iso(clock()) }];
        return { ok: false, details, warnings: localWarnings(env, clock()) };
      }
    },
    checks: {
      database: async () => (await sql`select 1`.execute(store.reader)).rows.length === 1,
      schema: store.isCurrent,
    },
    async openSocket(path, ticket, reader, { ip }) {
      const handler = registry.lines.map(({ sockets }) => sockets?.[path]).find((one) => one !== undefined);
      if (!handler) throw new Refusal(404, 'error:notFound');
      return watched(services, clock, await handler(services, clock(), ticket, reader, ip), reader, ip);
    },
    mailbox: () => newestMessages(store.reader),
    start() {
      jobs.start();
      if (options.isFirst === false) return;
      started = recordStart(env.DATA_DIR, 'portal', log, clock());
      if (objects) stopListening = startObjectServer(objects, log);
      if (drivers.dns?.capabilities.engine === 'node') stopAnswering = startNameServer(env, log, registered).stop;
    },
    drain() {
      leaving.abort();
      return live.drain();
    },
    async stop() {
      leaving.abort();
      await live.drain();
      await services.workers.close();
      for (const stop of detach) stop();
      await jobs.stop();
      stopListening();
      await stopAnswering();
      await objects?.close();
      await logs.close();
      await services.keyCalls.flush().catch((error) => log.error({ err: error }, 'API key log flush failed'));
      await store.close();
      (await started)();
    },
  };
}
