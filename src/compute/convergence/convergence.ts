import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isRefused, NotReady, Refused } from '../outcomes.ts';

interface Entry {
  isRunning: boolean;
  /** Something has changed since the current run began. */
  isDirty: boolean;
  attempts: number;
  timer: NodeJS.Timeout | undefined;
}

export interface ConvergenceOptions {
  /** Brings an entity to its newest state. It may be called at any time, and does nothing when nothing is to be done. */
  work(name: string): Promise<void>;
  /** Stores that the current version can't be applied. */
  fail(name: string, failure: Refused): void;
  log: Pick<Logger, 'warn' | 'error'>;
}

/** Longer work is interrupted by the end of the process, as by a kill: a step can be repeated, and some take minutes. */
const STOP_MS = 2_000;
const READY_MS = 500;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;
/** After so many attempts, the customer reads that it failed. */
const MAX_ATTEMPTS = 5;

/** Runs work for entities: once at a time for each, again after a change, and later after a fault. */
export class Convergence {
  readonly #options: ConvergenceOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  constructor(options: ConvergenceOptions) {
    this.#options = options;
  }

  /** The state of an entity has changed. */
  kick(name: string): void {
    if (this.#isStopped) return;
    const entry = this.#entries.get(name) ?? { isRunning: false, isDirty: false, attempts: 0, timer: undefined };
    this.#entries.set(name, entry);
    entry.isDirty = true;
    clearTimeout(entry.timer);
    if (entry.isRunning) return;
    const run = this.#run(name, entry)
      .catch((error: unknown) => {
        this.#options.log.error({ err: error, entity: name }, 'outcome of a step was not stored');
        if (!this.#isStopped) entry.timer = setTimeout(() => this.kick(name), LONGEST_DELAY_MS);
      })
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Starts no more work, and waits a moment for what runs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { timer } of this.#entries.values()) clearTimeout(timer);
    await Promise.race([Promise.allSettled(this.#running), wait(STOP_MS, undefined, { ref: false })]);
  }

  async #run(name: string, entry: Entry): Promise<void> {
    const { work, fail, log } = this.#options;
    entry.isRunning = true;
    try {
      while (entry.isDirty && !this.#isStopped) {
        entry.isDirty = false;
        await work(name);
        entry.attempts = 0;
      }
      this.#entries.delete(name);
    } catch (error) {
      if (isRefused(error)) {
        log.warn({ err: error.cause ?? error, entity: name }, 'step failed');
        fail(name, error);
        entry.attempts = 0;
      } else {
        const isWaiting = error instanceof NotReady;
        if (!isWaiting) {
          entry.attempts++;
          const report = { err: error, entity: name, attempt: entry.attempts };
          if (entry.attempts < MAX_ATTEMPTS) log.warn(report, 'step failed and is retried');
          else log.error(report, 'step fails repeatedly');
        }
        if (entry.attempts >= MAX_ATTEMPTS) fail(name, new Refused('server:reason.hostFault', {}, { cause: error }));
        const delay = isWaiting ? READY_MS : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (entry.attempts - 1));
        if (!this.#isStopped) entry.timer = setTimeout(() => this.kick(name), delay);
      }
    } finally {
      entry.isRunning = false;
    }
    if (entry.isDirty && this.#entries.get(name) === entry) this.kick(name);
  }
}
