import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AggregatorRegistry } from 'prom-client';
import type { Nasim } from './adapter/nasim.ts';
import { superviseCompute } from './computeProcess.ts';
import { type Env, readSecrets, StartError } from './config/env.ts';
import { superviseEdge } from './edgeProcess.ts';
import { Channel, within } from './lib/node/ipc.ts';
import { makeLogger } from './lib/node/log.ts';
import { type MetricJson, Metrics } from './lib/node/metrics.ts';
import { failingChecks, startMonitor } from './lib/node/monitor.ts';
import type { Supervised } from './lib/node/supervise.ts';
import { WorkerMetrics } from './lib/node/workerMetrics.ts';
import { type LocalEdgeState, noLocalEdge } from './lib/rules/core/localEdge.ts';
import { edgeKeys } from './provider/core/edgeKeys.ts';

/** What the main process may call of a worker. */
export type WorkerMethods = {
  metrics(): Promise<MetricJson[]>;
  /** The names of the checks that fail. */
  failing(): Promise<string[]>;
  setLocalEdge(at: LocalEdgeState): void;
  /** Completes the accepted calls and exits. */
  stop(): void;
};
/** What a worker may call of the main process. */
type MainMethods = {
  /** It accepts connections. @param address of the portal in a browser */
  listening(at: { port: number; address: string }): void;
};

/** The variable that numbers a worker, from 1. The successor of one that has ended has its number. */
const NUMBER = 'NASIM_WORKER';
/** The most workers without PORTAL_WORKERS: each has up to 16 connections, and PostgreSQL has 100 by default. */
const USUAL_MAX = 4;
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
/** A worker that lived for this long hasn't crashed repeatedly. */
const STABLE_MS = 30_000;
/** Longer than a worker takes to complete its calls and jobs. */
const STOP_MS = 20_000;
/** A worker that doesn't answer within this time isn't ready. */
const READY_MS = 2_500;

/** The number of processes that serve the portal of an environment. @throws StartError: several on SQLite */
export function workerCount({ PORTAL_WORKERS, DATABASE_URL, PROVIDER_URL }: Env): number {
  if (PORTAL_WORKERS !== undefined && PORTAL_WORKERS > 1 && !DATABASE_URL && !PROVIDER_URL)
    throw new StartError('PORTAL_WORKERS: an SQLite database serves one process. Use PostgreSQL (DATABASE_URL) for several.');
  return PORTAL_WORKERS ?? (DATABASE_URL && !PROVIDER_URL ? Math.min(availableParallelism(), USUAL_MAX) : 1);
}

/** Whether this process runs what must run once per machine: it answers DNS queries and S3 clients, records its starts and imports earlier logs. */
export const isFirstWorker = (): boolean => !cluster.isWorker || process.env[NUMBER] === '1';

/** Connects a worker with its main process. */
export function connectWorker(portal: Pick<Nasim, 'metrics' | 'checks' | 'edge'>, stop: () => void): Channel<MainMethods, WorkerMethods> {
  return new Channel<MainMethods, WorkerMethods>(process, {
    metrics: () => portal.metrics.json(),
    failing: () => failingChecks(portal.checks),
    setLocalEdge: (at) => void (portal.edge && Object.assign(portal.edge.local, at)),
    stop,
  });
}

interface Running {
  worker: Worker;
  number: number;
  channel: Channel<WorkerMethods, MainMethods>;
  startedAt: number;
  isListening: boolean;
}

/**
 * Runs the portal in several processes, and what is beside them: edge, compute process and monitor. They share one socket, and the one that
 * is free accepts a connection. A worker that ends is replaced.
 * @param program of a worker
 * @param onListening called once, when the first one accepts connections
 */
export async function runWorkers(env: Env, count: number, program: URL, onListening: (address: string) => void): Promise<void> {
  const log = makeLogger('portal', env.LOG_LEVEL);
  const running = new Set<Running>();
  const metrics = new Metrics();
  const ofWorkers = new WorkerMetrics<Running>(({ channel }) => channel.call('metrics'));
  const failures = new Map<number, number>();
  let stopping = false;
  let localEdge = noLocalEdge;
  let edge: Supervised | undefined;

  /** A check passes while it does in one of the workers. */
  async function failing(): Promise<string[]> {
    const lists = await Promise.all(
      [...running].map(({ channel, isListening }) =>
        isListening ? within<string[]>(READY_MS, channel.call('failing'), () => ['workers']) : ['workers'],
      ),
    );
    return [...(lists.toSorted((a, b) => a.length - b.length)[0] ?? ['workers'])];
  }
  const monitor = await startMonitor({
    env,
    variable: 'METRICS_PORT',
    metrics,
    checks: {},
    failing,
    text: async () => AggregatorRegistry.aggregate([await metrics.json(), ...(await ofWorkers.all())]).metrics(),
  });
  if (monitor.address) log.info({ address: monitor.address }, 'monitor started');

  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: fileURLToPath(program), args: [] });

  /** Resolves when it accepts connections. Rejects when it ends before. */
  function start(number: number): Promise<{ port: number; address: string }> {
    const worker = cluster.fork({ [NUMBER]: String(number) });
    const { promise, resolve, reject } = Promise.withResolvers<{ port: number; address: string }>();
    const one: Running = {
      worker,
      number,
      startedAt: Date.now(),
      isListening: false,
      channel: new Channel(worker.process, {
        listening(at) {
          one.isListening = true;
          one.channel.notify('setLocalEdge', localEdge);
          log.info({ worker: worker.process.pid }, 'portal worker started');
          resolve(at);
        },
      }),
    };
    running.add(one);
    ofWorkers.add(one);
    worker.once('exit', (code, signal) => {
      running.delete(one);
      ofWorkers.remove(one);
      reject(new Error(`ended with ${signal ?? code}`));
      if (one.isListening && !stopping) restart(one, signal ?? code);
    });
    return promise;
  }
  function restart({ worker, number, startedAt }: Running, how: string | number): void {
    if (Date.now() - startedAt > STABLE_MS) failures.delete(number);
    const failed = failures.get(number) ?? 0;
    failures.set(number, failed + 1);
    const delay = failed === 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failed);
    log.error({ worker: worker.process.pid, how, delay }, 'portal worker ended and is started again');
    setTimeout(() => void again(number), delay);
  }
  async function again(number: number): Promise<void> {
    if (stopping) return;
    const startedAt = Date.now();
    await start(number).catch((error: unknown) => {
      if (stopping) return;
      const failed = (failures.get(number) ?? 0) + 1;
      failures.set(number, failed);
      const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failed);
      log.error({ err: error, delay, seconds: (Date.now() - startedAt) / 1000 }, 'portal worker failed to start');
      setTimeout(() => void again(number), delay);
    });
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info('portal stops');
    monitor.drain();
    await Promise.all([
      edge?.stop(),
      compute?.stop(),
      ...[...running].map(async ({ worker, channel }) => {
        const ended = new Promise((done) => worker.once('exit', done));
        const late = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS);
        channel.notify('stop');
        await ended;
        clearTimeout(late);
      }),
    ]);
    await monitor.stop();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());

  const warn = (message: string) => log.warn(message);
  const isLocal = !env.PROVIDER_URL;
  const compute =
    isLocal && env.COMPUTE_LOCAL && (env.COMPUTE_DRIVER === 'qemu' || env.COMPUTE_DRIVER === 'openstack')
      ? superviseCompute(env, warn)
      : undefined;
  try {
    // The first one upgrades the database, or says why it can't start.
    const { port, address } = await start(1);
    for (let number = 2; number <= count; number++) void again(number);
    if (isLocal && env.EDGE_DRIVER === 'node' && env.EDGE_LOCAL && !stopping)
      edge = superviseEdge({
        env,
        keys: edgeKeys(env, readSecrets(env)),
        port,
        onListening(at) {
          localEdge = at;
          for (const { channel } of running) channel.notify('setLocalEdge', at);
        },
        warn,
      });
    log.info({ address, workers: count }, 'portal started');
    onListening(address);
  } catch (error) {
    // A worker has written its own reason.
    if (stopping) return;
    stopping = true;
    log.error({ err: error }, 'portal worker failed to start');
    await compute?.stop();
    for (const { worker } of running) worker.process.kill('SIGTERM');
    process.exit(1);
  }
}
