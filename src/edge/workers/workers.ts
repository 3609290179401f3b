import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { Channel } from '../../lib/node/ipc.ts';
import type { MetricJson } from '../../lib/node/metrics.ts';
import { WorkerMetrics } from '../../lib/node/workerMetrics.ts';
import type { RateCounter } from '../../lib/rules/cdn/edge/rateCounter.ts';
import type { CacheFiles } from '../cache/files.ts';
import { cpuTime } from '../control/heartbeats.ts';
import type { Logs } from '../control/logs.ts';
import type { Site, Sites } from '../control/policies.ts';
import type { PreviewCertificates } from '../listen/previewCertificates.ts';
import type { Ports } from '../listen/servers.ts';
import type { Listening } from '../server.ts';
import type { MainMethods, Update, WorkerMethods } from './methods.ts';

interface Options {
  count: number;
  /** The policies that every worker serves. */
  sites: Sites;
  shared: { counters: RateCounter; files: CacheFiles; previews: PreviewCertificates };
  logs: Logs;
  listening: Listening;
  log: Logger;
}

interface Running {
  worker: Worker;
  pid: number;
  channel: Channel<WorkerMethods, MainMethods>;
  isListening: boolean;
  startedAt: number;
}

/** Policies that are sent at once. */
const CHUNK = 50;
/** A worker that doesn't answer for this long is replaced: what it hasn't received couldn't be reported otherwise. */
const SILENCE_MS = 30_000;
/** A worker that lived for this long hasn't crashed repeatedly. */
const STABLE_MS = 30_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** Longer than a worker takes to stop. */
const STOP_MS = 9_000;

const toUpdate = ({ policy, purges }: Site): Update => ({ policy, purgedAt: [...purges.effective] });

/**
 * The processes that serve visitors. They share one socket for each port, and the one that is free accepts a connection: with
 * `cluster.SCHED_RR`, which is the default of Node, each connection would pass through this process, and one could be lost with a worker.
 */
export class Workers {
  readonly #options: Options;
  readonly #running = new Set<Running>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** What the next worker listens with. */
  #listening: Listening;
  #failures = 0;
  #isRestarting = false;
  #isDraining = false;
  readonly #metrics = new WorkerMetrics<Running>(({ channel }) => channel.call('metrics'));
  ports: Ports = { http: 0, https: 0 };

  private constructor(options: Options) {
    this.#options = options;
    this.#listening = options.listening;
  }

  /** Resolves when all workers listen. @throws why one can't */
  static async start(options: Options): Promise<Workers> {
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.ts', import.meta.url)), args: [] });
    const workers = new Workers(options);
    const [ports] = await Promise.all(Array.from({ length: options.count }, () => workers.#start()));
    if (ports) workers.ports = ports;
    workers.#isRestarting = true;
    return workers;
  }

  /** Sends changes to all workers, and resolves when they serve them. */
  async applied(changed: readonly Site[], removed: readonly string[]): Promise<void> {
    const ids = changed.map(({ policy }) => policy.id);
    await this.#each((running) => this.#update(running, ids, removed));
  }

  get isListening(): boolean {
    return [...this.#running].some(({ isListening }) => isListening);
  }

  /** The metrics of each worker, and of those before them. */
  metrics(): Promise<MetricJson[][]> {
    return this.#metrics.all();
  }

  /** Sums of all processes: open connections, bytes of the caches in memory, and time on processors in ms. */
  async load(): Promise<{ connections: number; memory: number; cpu: number }> {
    const sum = { connections: 0, memory: 0, cpu: cpuTime() };
    await this.#each(async ({ channel, isListening }) => {
      if (!isListening) return;
      const { connections, memory, cpu } = await channel.call('load');
      sum.connections += connections;
      sum.memory += memory;
      sum.cpu += cpu;
    });
    return sum;
  }

  /** As in `Server`; also for workers that are started later. */
  drain(isDraining: boolean): void {
    if (isDraining === this.#isDraining) return;
    this.#isDraining = isDraining;
    void this.#each(({ channel }) => channel.call('drain', isDraining));
  }

  /** Empties the cache. */
  async clear(): Promise<void> {
    await Promise.all([this.#each(({ channel }) => channel.call('clear')), this.#options.shared.files.clear()]);
  }

  async stop(): Promise<void> {
    this.#isRestarting = false;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(
      [...this.#running].map(async ({ worker, channel }) => {
        const ended = new Promise((done) => worker.once('exit', done));
        const late = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS);
        await channel.call('stop').catch(() => {});
        // Then it exits.
        if (worker.isConnected()) worker.process.disconnect();
        await ended;
        clearTimeout(late);
      }),
    );
  }

  async #start(): Promise<Ports> {
    const { sites, log } = this.#options;
    const worker = cluster.fork();
    const pid = worker.process.pid ?? 0;
    const channel = new Channel<WorkerMethods, MainMethods>(worker.process, this.#methods(worker));
    const running: Running = { worker, pid, channel, isListening: false, startedAt: Date.now() };
    this.#running.add(running);
    this.#metrics.add(running);
    worker.once('exit', (code, signal) => this.#ended(running, signal ?? code));
    try {
      await this.#update(running, sites.ids(), []);
      // Once they are chosen, they stay, even if no worker is left that listens on them.
      if (this.ports.http !== 0 && ![...this.#running].some((one) => one.isListening))
        this.#listening = { ...this.#listening, ports: this.ports };
      const ports = await channel.call('listen', this.#listening);
      running.isListening = true;
      if (this.#isDraining) await channel.call('drain', true);
      log.info({ worker: pid }, 'edge worker started');
      return ports;
    } catch (error) {
      // Then its end is handled as any other.
      worker.process.kill('SIGKILL');
      throw error;
    }
  }

  /** Sends the present policies. Calls arrive in their order, so a worker never goes back to an older one. */
  async #update({ channel }: Running, ids: readonly string[], removed: readonly string[]): Promise<void> {
    const { sites } = this.#options;
    if (removed.length > 0) await channel.call('update', [], removed);
    for (let at = 0; at < ids.length; at += CHUNK) {
      const chunk = ids.slice(at, at + CHUNK).flatMap((id) => sites.get(id) ?? []);
      await channel.call('update', chunk.map(toUpdate), []);
    }
  }

  #methods(worker: Worker): MainMethods {
    const { shared, logs } = this.#options;
    const { counters, files, previews } = shared;
    return {
      count: (...args) => counters.count(...args),
      addEntries: (entries) => logs.addEntries(entries),
      invalidate: (base, at) =>
        this.#each(async (running) => {
          if (running.worker !== worker) await running.channel.call('setInvalid', base, at);
        }),
      storeFile: (file) => files.store(file),
      replaceFile: (...args) => files.replace(...args),
      useFile: (name) => files.use(name),
      createPreviewCertificate: (name) => previews.certificate(name),
    };
  }

  /** Waits for all workers; one that has ended isn't waited for. */
  async #each(call: (running: Running) => Promise<unknown>): Promise<void> {
    await Promise.all(
      [...this.#running].map(async (running) => {
        const late = setTimeout(() => {
          this.#options.log.error({ worker: running.pid }, 'edge worker does not respond');
          running.worker.process.kill('SIGKILL');
        }, SILENCE_MS);
        await call(running).catch(() => {});
        clearTimeout(late);
      }),
    );
  }

  #ended(running: Running, how: string | number): void {
    const { shared, log } = this.#options;
    this.#running.delete(running);
    this.#metrics.remove(running);
    void shared.files.sweep(running.pid);
    if (!this.#isRestarting) return;
    if (Date.now() - running.startedAt > STABLE_MS) this.#failures = 0;
    const delay = this.#failures === 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures);
    this.#failures++;
    log.error({ worker: running.pid, how, delay }, 'edge worker ended and is started again');
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#start().catch((error: unknown) => log.error({ err: error }, 'edge worker failed to start'));
    }, delay);
    this.#timers.add(timer);
  }
}
