import cluster from 'node:cluster';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { makeAdapter } from './adapter/adapter.ts';
import { catalogValues, type PublicCatalog } from './adapter/catalogValues.ts';
import { makeEngines } from './adapter/engines.ts';
import { fromNode, toNode } from './adapter/incoming.ts';
import { legalValues, readLegalTexts } from './adapter/legalValues.ts';
import type { Nasim } from './adapter/nasim.ts';
import { PublicCatalogs } from './adapter/publicCatalog.ts';
import { makeSockets, type OpenSocket } from './adapter/sockets.ts';
import { makeTranslations } from './adapter/translations.ts';
import { makeUpstreamMetrics, type Outgoing, remoteUpstream } from './adapter/upstream.ts';
import { brand, isBuiltInBrand } from './config/brand.ts';
import { brandValues } from './config/brandValues.ts';
import { type Env, publicOrigin, readEnv, readSecrets } from './config/env.ts';
import { openapi } from './lib/contract/openapi.ts';
import { makeCallMetrics } from './lib/node/callMetrics.ts';
import { makeLogger } from './lib/node/log.ts';
import { Metrics, statusClass, waitBuckets } from './lib/node/metrics.ts';
import { startMonitor } from './lib/node/monitor.ts';
import { joinValues, type Values } from './lib/rules/core/placeholders.ts';
import { isFirstWorker } from './portalWorkers.ts';

/**
 * The composition root: the adapter and, unless `PROVIDER_URL` is set, the embedded provider. Node runs it from the source, outside
 * of Astro's bundle (docs/decisions/0002): the pages find it on `globalThis`, and a reload in development does not start it twice.
 */
export function boot(): Promise<Nasim> {
  globalThis.nasim ??= make();
  return globalThis.nasim;
}

async function make(): Promise<Nasim> {
  const env = readEnv();
  const log = makeLogger('portal', env.LOG_LEVEL);
  const metrics = new Metrics();
  const behind = env.PROVIDER_URL ? remote(env.PROVIDER_URL, metrics) : await embedded(env, metrics);
  const adapter = makeAdapter(env, readSecrets(env), behind.upstream, { log, recordCall: makeCallMetrics(metrics) });
  let isStarted = false;
  const checks = { started: () => isStarted, ...behind.checks };
  // The main process of several workers has their monitor.
  if (cluster.isWorker && env.METRICS_PORT !== undefined) metrics.addProcess();
  const monitor = await startMonitor({
    env: cluster.isWorker ? { ...env, METRICS_PORT: undefined } : env,
    variable: 'METRICS_PORT',
    metrics,
    checks,
  });
  if (monitor.address) log.info({ address: monitor.address }, 'monitor started');
  const catalogs = new PublicCatalogs({
    upstream: behind.upstream,
    file: env.PROVIDER_URL ? join(env.DATA_DIR, 'public-catalog.json') : null,
    log,
  });
  const valuesOf = makeValues(env, log);
  const sockets = makeSockets(behind.openSocket, adapter.isOwnOrigin, adapter.clientIp);
  return {
    env,
    adapter,
    log,
    recordPage: makePageMetrics(metrics),
    values: () => valuesOf(catalogs.current),
    currentValues: async () => valuesOf(await catalogs.fresh()),
    ...behind,
    engines: makeEngines(behind.upstream),
    metrics,
    checks,
    openapi: () => JSON.stringify(openapi(publicOrigin(env))),
    upgrade: sockets.upgrade,
    start() {
      behind.start();
      isStarted = true;
      // So that the first page has the prices of a provider elsewhere.
      void catalogs.fresh();
    },
    drain() {
      monitor.drain();
      sockets.drain();
      adapter.drain();
      behind.drain();
    },
    async stop() {
      await behind.stop();
      await monitor.stop();
    },
    api: async (request, response) => toNode(await adapter.answer(fromNode(request, response)), response),
  };
}

type Behind = Pick<Nasim, 'upstream' | 'translations' | 'mailbox' | 'edge' | 'hasLocalCompute' | 'health' | 'start' | 'drain' | 'stop'> & {
  openSocket: OpenSocket;
  /** For `/readyz`, by name. */
  checks: Record<string, () => Promise<boolean>>;
};

/**
 * The values for placeholders with a catalog: made again when it, the brand or a legal text has changed.
 * @throws StartError when a legal text isn't valid; later it is reported, and the former texts stay
 */
function makeValues({ DATA_DIR, NAME_SERVERS }: Env, log: Logger): (catalog: PublicCatalog) => Values {
  const readLegal = () => readLegalTexts(join(DATA_DIR, 'site', 'legal'));
  const version = () => globalThis.nasimSite?.version ?? 0;
  let legal = readLegal();
  let ofSite = { version: version(), values: joinValues(brandValues(brand, NAME_SERVERS, isBuiltInBrand()), legalValues(legal)) };
  let known: { catalog: PublicCatalog; ofSite: typeof ofSite; values: Values } | null = null;
  return (catalog) => {
    if (ofSite.version !== version()) {
      try {
        legal = readLegal();
      } catch (error) {
        log.error({ err: error }, 'the changed legal texts are not valid, and the former ones stay');
      }
      ofSite = { version: version(), values: joinValues(brandValues(brand, NAME_SERVERS, isBuiltInBrand()), legalValues(legal)) };
    }
    if (known?.catalog !== catalog || known.ofSite !== ofSite)
      known = { catalog, ofSite, values: joinValues(ofSite.values, catalogValues(catalog)) };
    return known.values;
  };
}

/** Pages that are rendered for each request; the others are files. */
function makePageMetrics(metrics: Metrics): Nasim['recordPage'] {
  const rendered = metrics.counter('nasim_pages_total', 'Rendered pages by their route and the class of their status.', [
    'route',
    'status',
  ]);
  const duration = metrics.histogram('nasim_page_duration_seconds', 'Time until a page was rendered.', waitBuckets, ['route']);
  return (route, status, seconds) => {
    rendered.inc({ route, status: statusClass(status) });
    duration.observe({ route }, seconds);
  };
}

/** A provider elsewhere: its jobs are its own, and its texts are laid over ours. */
function remote(providerUrl: string, metrics: Metrics): Behind {
  const upstream = remoteUpstream(providerUrl, makeUpstreamMetrics(metrics));
  // Its consoles are opened at the provider itself.
  const openSocket: OpenSocket = () => Promise.reject(new Error('the provider is elsewhere'));
  return {
    upstream,
    openSocket,
    hasLocalCompute: false,
    // Without the provider, the public pages and the sign-in page can still be served.
    checks: {},
    translations: makeTranslations(upstream),
    health: async () => ({ ok: true, details: [], warnings: [] }),
    start() {},
    drain() {},
    async stop() {},
  };
}

async function embedded(env: Env, metrics: Metrics): Promise<Behind> {
  const { makeProvider } = await import('./provider/index.ts');
  const provider = await makeProvider({ env, metrics, isFirst: isFirstWorker() });
  const upstream = ({ method, path, search, headers, body, ip, requestId, page, signal }: Outgoing) =>
    // `duplex` belongs to fetch but not yet to TypeScript's DOM.
    provider.answer(
      new Request(`http://provider${path}${search}`, {
        method,
        headers,
        body: body as BodyInit | null,
        signal,
        duplex: 'half',
      } as RequestInit),
      { ip, ...(requestId && { requestId }), ...(page && { page }) },
    );
  const { edgeKeys: keys, localEdge } = provider.services;
  return {
    upstream,
    ...(env.EDGE_DRIVER === 'node' && env.EDGE_LOCAL && { edge: { keys, local: localEdge } }),
    hasLocalCompute: (env.COMPUTE_DRIVER === 'qemu' || env.COMPUTE_DRIVER === 'openstack') && env.COMPUTE_LOCAL,
    openSocket: provider.openSocket,
    checks: provider.checks,
    translations: () => null,
    mailbox: provider.mailbox,
    health: provider.health,
    start: provider.start,
    drain: () => void provider.drain(),
    stop: provider.stop,
  };
}
