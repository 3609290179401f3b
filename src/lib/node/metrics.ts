import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import { readVersion } from './version.ts';

/** A metric with its values, as a process sends it to another one. */
export type MetricJson = MetricObjectWithValues<MetricValue<string>>;

/** Seconds: of what somebody waits for. */
export const waitBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
/** Seconds: of queries and other short work. */
export const shortBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];
/** Seconds: of work that may take minutes. */
export const longBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800];

/**
 * The metrics of a process, in Prometheus' text format. Names follow Prometheus' rules (https://prometheus.io/docs/practices/naming/):
 * base units, `_total` for counters. A label has few values that are known before: never a path, an ID, an address or a name that a
 * customer chose.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #collectors = new Set<() => Promise<void> | void>();
  #collecting: Promise<void> | null = null;
  #hasProcess = false;

  counter<L extends string = never>(name: `nasim_${string}_total`, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  /** @param aggregator of the values of several processes: those that each of them reads in one place aren't added up */
  gauge<L extends string = never>(
    name: `nasim_${string}`,
    help: string,
    labelNames: readonly L[] = [],
    aggregator: 'sum' | 'max' | 'min' = 'sum',
  ): Gauge<L> {
    const gauge = new Gauge({ name, help, labelNames, registers: [this.#registry], aggregator });
    if (labelNames.length > 0) withLabels.add(gauge);
    return gauge;
  }

  histogram<L extends string = never>(
    name: `nasim_${string}_seconds`,
    help: string,
    buckets: readonly number[],
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    return new Histogram({ name, help, buckets: [...buckets], labelNames, registers: [this.#registry] });
  }

  /** Sets gauges before each scrape; it must not throw. Returns the function that removes it. */
  collect(collector: () => Promise<void> | void): () => void {
    this.#collectors.add(collector);
    return () => this.#collectors.delete(collector);
  }

  /** Adds the metrics of the process itself (`process_*`, `nodejs_*`), which every dashboard of Node knows under these names. */
  addProcess(): void {
    if (this.#hasProcess) return;
    this.#hasProcess = true;
    collectDefaultMetrics({ register: this.#registry });
    // prom-client leaves it out of the sum of several processes. The latest start of any of them is what an alert is about.
    this.#registry.removeSingleMetric('process_start_time_seconds');
    const startedAt = new Gauge({
      name: 'process_start_time_seconds',
      help: 'Start time of the process since unix epoch in seconds; of several, that of the latest.',
      registers: [this.#registry],
      aggregator: 'max',
    });
    startedAt.set(Math.round(performance.timeOrigin / 1000));
    const build = new Gauge({
      name: 'nasim_build_info',
      help: 'Version of the program; always 1.',
      labelNames: ['version'],
      registers: [this.#registry],
      // Workers have the same.
      aggregator: 'first',
    });
    build.set({ version: readVersion() }, 1);
  }

  /** All metrics as text, with the values of the last scrape. */
  registered(): Promise<string> {
    return this.#registry.metrics();
  }

  /** For a process that reports to another one. */
  async json(): Promise<MetricJson[]> {
    await this.#runCollectors();
    return this.#registry.getMetricsAsJSON();
  }

  async text(): Promise<string> {
    await this.#runCollectors();
    return this.registered();
  }

  /** Scrapes at the same time share one round. */
  #runCollectors(): Promise<void> {
    this.#collecting ??= this.#collectAll().finally(() => {
      this.#collecting = null;
    });
    return this.#collecting;
  }

  async #collectAll(): Promise<void> {
    await Promise.all([...this.#collectors].map((collect) => collect()));
  }
}

const withLabels = new WeakSet<object>();

/** Removes the values of a gauge: it is unknown, which isn't 0. */
export function clearGauge(gauge: Pick<Gauge, 'reset' | 'remove'>): void {
  gauge.reset();
  // One without labels is 0 after that.
  if (!withLabels.has(gauge)) gauge.remove();
}

/** `2xx` … `5xx`; `none`: nothing was answered. */
export const statusClass = (status: number): string => (status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'none');
