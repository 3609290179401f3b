import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { type MetricJson, Metrics } from '../lib/node/metrics.ts';
import { startMonitor } from '../lib/node/monitor.ts';
import { edgeFolders, recordStart, warningsIn } from '../lib/node/warnings.ts';
import type { Warning } from '../lib/rules/core/warning.ts';
import { iso } from '../lib/time.ts';
import type { EdgeEnv } from './base/env.ts';
import { CacheFiles } from './cache/files.ts';
import { Control } from './control/control.ts';
import { cpuTime, Heartbeats } from './control/heartbeats.ts';
import { Logs } from './control/logs.ts';
import { Sites } from './control/policies.ts';
import { PolicyStore } from './control/store.ts';
import { PreviewCertificates } from './listen/previewCertificates.ts';
import { makeRequestMetrics, measureEdge } from './metrics.ts';
import { startDemoOrigin } from './origin/demoOrigin.ts';
import { cacheFolder, createCopies, createCounter, type Listening, startServer } from './server.ts';
import { Workers } from './workers/workers.ts';

export interface Edge {
  /** Where visitors reach it. */
  addresses: { http: string; https: string };
  /** The port of the demo website on 127.0.0.1; null: there is none. */
  demoOrigin: number | null;
  /** Where its metrics are; null: nowhere. */
  monitor: string | null;
  sites: Sites;
  /** Ends connections after their responses, at the latest after 8 s. */
  stop(): Promise<void>;
}

/** Starts an edge: it serves what is on its disk, then follows the portal. With several workers, this process serves no visitors itself. */
export async function startEdge(env: EdgeEnv, log: Logger): Promise<Edge> {
  const stopped = await recordStart(env.EDGE_DIR, 'edge', log);
  const sites = new Sites();
  const metrics = new Metrics();
  const demo = env.EDGE_DEMO_ORIGIN === '1' ? await startDemoOrigin() : null;
  const files = new CacheFiles(cacheFolder(env), env.EDGE_DISK_MB * 1_048_576);
  await files.clear();
  const logs = new Logs({
    url: env.EDGE_CONTROL_URL,
    key: env.EDGE_KEY,
    folder: join(env.EDGE_DIR, 'spool'),
    clockOffset: () => heartbeats.clockOffset,
    log,
  });
  const shared = { counters: createCounter(), files, previews: new PreviewCertificates() };
  const listening: Listening = {
    ports: { http: env.EDGE_PORT, https: env.EDGE_TLS_PORT },
    demoPort: demo?.port ?? null,
    ticketSecret: randomBytes(32).toString('base64'),
  };

  async function startOne() {
    const copies = createCopies(env, files);
    const more = { copies, addLogEntry: logs.add.bind(logs), record: makeRequestMetrics(metrics) };
    const server = await startServer(env, sites, { ...shared, ...more }, listening, log);
    return {
      ...server,
      load: async () => ({ connections: server.connections(), memory: copies.bytes, cpu: cpuTime() }),
      applied: async () => {},
      isListening: true,
      metrics: async (): Promise<MetricJson[][]> => [],
      async clear() {
        copies.clear();
        await files.clear();
      },
    };
  }

  function ownWarnings(): Warning[] {
    const { dropped, droppedAt, diskFailedAt } = logs.state();
    const failedAt = diskFailedAt ?? control.diskFailedAt;
    const of = { name: 'edge', path: env.EDGE_DIR };
    return [
      ...(failedAt === null ? [] : [{ kind: 'diskFailing' as const, ...of, count: null, at: iso(failedAt) }]),
      ...(droppedAt === null ? [] : [{ kind: 'lostRequests' as const, ...of, count: dropped, at: iso(droppedAt) }]),
    ];
  }

  const hostname = () => `${env.EDGE_HOST}:${server.ports.http}`;
  const control = new Control({
    url: env.EDGE_CONTROL_URL,
    key: env.EDGE_KEY,
    verifyKey: env.EDGE_VERIFY_KEY,
    sites,
    store: new PolicyStore(env.EDGE_DIR, log),
    hostname,
    edgeId: env.EDGE_ID,
    places: env.GEOIP_DB !== undefined,
    abilities: [
      'proofOfWork',
      'originVerification',
      'originPins',
      'clientCertificate',
      'serverStates',
      'pageRuleActions',
      'wafProfiles',
      'wafOperators',
    ],
    warnings: () => [...warningsIn(edgeFolders(env.EDGE_DIR), Date.now()), ...ownWarnings()],
    log,
    reportedHash: () => heartbeats.reportedHash,
    applied: (changed, removed) => server.applied(changed, removed),
    wasAway: () => server.clear(),
  });
  await control.load();
  const server =
    env.EDGE_WORKERS === 1 ? await startOne() : await Workers.start({ count: env.EDGE_WORKERS, sites, shared, logs, listening, log });
  measureEdge(metrics, { sites, control, logs });
  const monitor = await startMonitor({
    env,
    variable: 'EDGE_METRICS_PORT',
    metrics,
    // Without policies, every visitor would get an error.
    checks: { listening: () => server.isListening, policies: () => control.hasPolicies },
    text: async () => AggregatorRegistry.aggregate([await metrics.json(), ...(await server.metrics())]).metrics(),
  });
  const heartbeats: Heartbeats = new Heartbeats({
    url: env.EDGE_CONTROL_URL,
    key: env.EDGE_KEY,
    async state() {
      const { connections, memory, cpu } = await server.load();
      return {
        edgeId: control.edgeId,
        hostname: hostname(),
        listening: server.isListening,
        caughtUp: control.isCurrent,
        place: control.state().version,
        load: {
          cpu,
          connections,
          maxConnections: env.EDGE_CONNECTIONS,
          memory,
          maxMemory: env.EDGE_CACHE_MB * 1_048_576,
          disk: files.bytes,
          maxDisk: env.EDGE_DISK_MB * 1_048_576,
        },
      };
    },
    requests: () => logs.total,
    onDrain: (drain) => server.drain(drain),
    log,
  });
  await logs.start();
  control.start();
  heartbeats.start();
  const host = env.EDGE_HOST.includes(':') ? `[${env.EDGE_HOST}]` : env.EDGE_HOST;
  return {
    addresses: { http: `http://${host}:${server.ports.http}`, https: `https://${host}:${server.ports.https}` },
    demoOrigin: demo?.port ?? null,
    monitor: monitor.address,
    sites,
    async stop() {
      monitor.drain();
      // First: DNS leaves this edge while it still answers.
      await heartbeats.stop();
      await control.stop();
      await server.stop();
      await demo?.stop();
      await logs.stop();
      stopped();
      await monitor.stop();
    },
  };
}
