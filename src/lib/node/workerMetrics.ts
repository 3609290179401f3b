import { AggregatorRegistry } from 'prom-client';
import { within } from './ipc.ts';
import type { MetricJson } from './metrics.ts';

/** A worker that is busy for longer is reported with its metrics of the last time. */
const READ_MS = 1_000;

/** The metrics of the workers of a program, and of those that have ended: a total never decreases. */
export class WorkerMetrics<W> {
  readonly #read: (worker: W) => Promise<MetricJson[]>;
  /** As each worker last reported them. */
  readonly #latest = new Map<W, MetricJson[]>();
  #ended: MetricJson[][] = [];

  constructor(read: (worker: W) => Promise<MetricJson[]>) {
    this.#read = read;
  }

  add(worker: W): void {
    this.#latest.set(worker, []);
  }

  /** Keeps what it has counted. */
  remove(worker: W): void {
    const metrics = this.#latest.get(worker) ?? [];
    this.#latest.delete(worker);
    this.#ended.push(metrics.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram'));
  }

  /** For `AggregatorRegistry.aggregate`. */
  async all(): Promise<MetricJson[][]> {
    await Promise.all(
      [...this.#latest.keys()].map(async (worker) => {
        const latest = await within<MetricJson[] | null>(READ_MS, this.#read(worker), () => null);
        if (latest && this.#latest.has(worker)) this.#latest.set(worker, latest);
      }),
    );
    if (this.#ended.length > 1) {
      const ended = this.#ended;
      this.#ended = [];
      this.#ended.push(await AggregatorRegistry.aggregate(ended).getMetricsAsJSON());
    }
    return [...this.#latest.values(), ...this.#ended];
  }
}
