import { availableParallelism } from 'node:os';
import { Thread } from '../../../lib/node/thread.ts';
import { Refusal } from '../refusal.ts';
import type { WorkerTask } from './task.ts';
import type { Order } from './worker.ts';

/** A job exceeded its deadline or the memory of a thread: its input is too large or too complex. */
export class WorkerLimit extends Error {}

export interface WorkerPool {
  /**
   * Runs a task in a worker thread. Customers take turns, so the queue of one does not delay the others.
   * @param job.customer the customer that the work is for, for fairness
   * @param job.signal removes the job from the queue, or terminates its thread
   * @throws Refusal 503 `error:busy` when the queue is full; WorkerLimit when the task exceeds its deadline or its memory; Error when it
   * throws or crashes its thread; the reason of the signal
   */
  run<I, O>(task: WorkerTask<I, O>, input: I, job: { customer: string; signal?: AbortSignal }): Promise<O>;
  counts(): { running: number; waiting: number };
  /** Rejects running and waiting jobs, and ends the threads. */
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Maximum number of threads. They start on demand. */
  threads?: number;
  /** Maximum number of waiting jobs, over all customers and per customer. */
  maxWaiting?: number;
  maxWaitingOfOne?: number;
  /** An idle thread ends after this long, because it keeps the memory of its largest job. */
  idleMs?: number;
}

const RETRY_AFTER_S = 5;
const MAX_HEAP_MB = 1024;

type Outcome = { output: unknown } | { error: unknown };

interface Job {
  task: WorkerTask<unknown, unknown>;
  input: unknown;
  customer: string;
  /** Ends the job; only the first call has an effect. */
  settle(outcome: Outcome): void;
  slot: Slot | null;
}

interface Slot {
  thread: Thread;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

const isOutOfMemory = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A bounded pool of worker threads for work that would block the event loop. */
export function makeWorkerPool({
  threads: maxThreads = Math.min(4, Math.max(2, availableParallelism() - 1)),
  maxWaiting = 64,
  maxWaitingOfOne = 8,
  idleMs = 15_000,
}: PoolOptions = {}): WorkerPool {
  const slots = new Set<Slot>();
  /** Waiting jobs by customer. The map's order is the order of turns: a customer that was served goes to the end. */
  const queues = new Map<string, Job[]>();
  let waiting = 0;
  let isClosed = false;

  function start(): Slot {
    const options = { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } };
    const ended = (error: unknown) =>
      drop(slot, isOutOfMemory(error) ? new WorkerLimit(`${slot.job?.task.name} ran out of memory`) : error);
    const slot: Slot = { thread: new Thread(new URL('./worker.ts', import.meta.url), options, ended), job: null, timer: undefined };
    slots.add(slot);
    return slot;
  }

  /** Ends a thread whose state is unknown; its job fails and the next one gets a new thread. */
  function drop(slot: Slot, error: unknown): Promise<unknown> {
    if (!slots.delete(slot)) return Promise.resolve();
    clearTimeout(slot.timer);
    slot.job?.settle({ error });
    next();
    return slot.thread.end(error);
  }

  function finish(slot: Slot, outcome: Outcome): void {
    if (!slots.has(slot)) return;
    clearTimeout(slot.timer);
    slot.job?.settle(outcome);
    slot.job = null;
    slot.timer = setTimeout(() => void drop(slot, null), idleMs).unref();
    next();
  }

  function next(): void {
    if (waiting === 0 || isClosed) return;
    const idle = [...slots].find(({ job }) => job === null);
    if (!idle && slots.size >= maxThreads) return;
    const job = dequeue();
    if (job) assign(idle ?? start(), job);
    next();
  }

  function assign(slot: Slot, job: Job): void {
    const { name, module, deadlineMs } = job.task;
    clearTimeout(slot.timer);
    slot.job = job;
    job.slot = slot;
    slot.timer = setTimeout(() => void drop(slot, new WorkerLimit(`${name} took longer than ${deadlineMs} ms`)), deadlineMs);
    const order: Order = { module: module.href, input: job.input };
    slot.thread.request(order).then(
      (output) => finish(slot, { output }),
      (error: unknown) => finish(slot, { error }),
    );
  }

  /** The first job of the customer whose turn it is. */
  function dequeue(): Job | undefined {
    const [turn] = queues;
    if (!turn) return undefined;
    const [customer, jobs] = turn;
    const job = jobs.shift();
    queues.delete(customer);
    if (jobs.length > 0) queues.set(customer, jobs);
    waiting--;
    return job;
  }

  function leave(job: Job, reason: unknown): void {
    if (job.slot) return void drop(job.slot, reason);
    const jobs = queues.get(job.customer)?.filter((one) => one !== job) ?? [];
    if (jobs.length > 0) queues.set(job.customer, jobs);
    else queues.delete(job.customer);
    waiting--;
    job.settle({ error: reason });
  }

  return {
    run<I, O>(task: WorkerTask<I, O>, input: I, { customer, signal }: { customer: string; signal?: AbortSignal }): Promise<O> {
      if (isClosed) return Promise.reject(new Error('the worker pool is closed'));
      if (signal?.aborted) return Promise.reject(signal.reason);
      const own = queues.get(customer) ?? [];
      const isFull = waiting >= maxWaiting || own.length >= maxWaitingOfOne;
      if (isFull) return Promise.reject(new Refusal(503, 'error:busy', { params: { seconds: RETRY_AFTER_S }, retryAfter: RETRY_AFTER_S }));
      return new Promise<O>((resolve, reject) => {
        const abort = () => leave(job, signal?.reason);
        const job: Job = {
          task: task as WorkerTask<unknown, unknown>, // `input` belongs to this task
          input,
          customer,
          slot: null,
          settle(outcome) {
            signal?.removeEventListener('abort', abort);
            if ('error' in outcome) reject(outcome.error);
            else resolve(outcome.output as O); // the type of the task's module
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        queues.set(customer, [...own, job]);
        waiting++;
        next();
      });
    },
    counts: () => ({ running: [...slots].filter(({ job }) => job !== null).length, waiting }),
    async close() {
      isClosed = true;
      const error = new Error('the worker pool was closed');
      for (const jobs of queues.values()) for (const job of jobs) job.settle({ error });
      queues.clear();
      waiting = 0;
      await Promise.all([...slots].map((slot) => drop(slot, error)));
    },
  };
}
