/*
 * The queue is our own: customers take turns for the places, and what waits is limited for each of them. `p-queue` has one limit and an
 * order by priority; turns between keys would have to be built on top of it, as for `piscina` (docs/decisions/0022).
 */

import { Refusal } from './refusal.ts';

export interface FairSemaphore {
  /** For tests and figures. */
  counts(): { running: number; waiting: number };
  /**
   * Waits for a place and returns the function that gives it back. @throws {Refusal} 503 with `Retry-After` when too many wait; the
   * reason of `signal` when it aborts before there is a place
   */
  acquire(key: string, signal?: AbortSignal): Promise<() => void>;
  /** Runs `work` in a place. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Limits {
  /** Places in all. */
  parallel: number;
  /** Places of one key. */
  perKey: number;
  /** How many may wait in all, and of one key; default: any number. */
  waiting?: number;
  waitingPerKey?: number;
  /** Keys that go before others. Every fourth place is assigned regardless, so that others don't wait forever. */
  isFirst?: (key: string) => boolean;
}

/** Seconds after which a refused caller may try again. */
const RETRY_S = 5;
const ORDINARY_EVERY = 4;

/** Shares scarce places: whoever waits under one key takes turns with the other keys, so that none can fill the queue of all. */
export function makeTurns({ parallel, perKey, waiting = Infinity, waitingPerKey = Infinity, isFirst }: Limits): FairSemaphore {
  const running = new Map<string, number>();
  /** In the order in which keys get the next place. */
  const queues = new Map<string, (() => void)[]>();
  let occupied = 0;
  let queued = 0;
  let served = 0;
  const mayRun = (key: string) => occupied < parallel && (running.get(key) ?? 0) < perKey;

  function occupy(key: string): () => void {
    occupied++;
    running.set(key, (running.get(key) ?? 0) + 1);
    return () => {
      occupied--;
      const left = (running.get(key) ?? 1) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
      next();
    };
  }

  function next(): void {
    const isOrdinary = ++served % ORDINARY_EVERY === 0;
    if (isOrdinary || !isFirst || !admit(isFirst)) admit(() => true);
  }

  /** Gives a place to the first waiting key of these. @returns whether one was waiting */
  function admit(may: (key: string) => boolean): boolean {
    for (const [key, queue] of queues) {
      if (!may(key) || !mayRun(key)) continue;
      const go = queue.shift();
      queued--;
      // To the end of the order.
      queues.delete(key);
      if (queue.length > 0) queues.set(key, queue);
      go?.();
      return true;
    }
    return false;
  }

  const acquire: FairSemaphore['acquire'] = (key, signal) => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const queue = queues.get(key);
    if (!queue && mayRun(key)) return Promise.resolve(occupy(key));
    if (queued >= waiting || (queue?.length ?? 0) >= waitingPerKey)
      return Promise.reject(new Refusal(503, 'error:busy', { params: { seconds: RETRY_S }, retryAfter: RETRY_S }));
    return new Promise((resolve, reject) => {
      const leave = () => {
        const mine = queues.get(key);
        const at = mine?.indexOf(go) ?? -1;
        if (!mine || at < 0) return;
        mine.splice(at, 1);
        queued--;
        if (mine.length === 0) queues.delete(key);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve(occupy(key));
      };
      signal?.addEventListener('abort', leave, { once: true });
      queued++;
      queues.set(key, [...(queue ?? []), go]);
    });
  };
  return {
    counts: () => ({ running: occupied, waiting: queued }),
    acquire,
    async run(key, work, signal) {
      const done = await acquire(key, signal);
      try {
        return await work();
      } finally {
        done();
      }
    },
  };
}
