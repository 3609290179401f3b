import type { Tx } from '../db/schema.ts';
import { uuidv7 } from '../kernel/ids.ts';
import type { JobKind } from './kind.ts';

interface EnqueueOptions {
  /** At most one job waits under a key; by default that of its kind. */
  key?: string;
  /** Epoch milliseconds; default: now. */
  runAt?: number;
}

/**
 * Enqueues a job in the transaction that needs it. A job already waiting with the same key isn't enqueued twice; a running one
 * runs again.
 */
export type Enqueue = <P extends object>(tx: Tx, kind: JobKind<P>, payload: NoInfer<P>, options?: EnqueueOptions) => Promise<void>;

/** Enqueues jobs without running them, for a program beside the provider. */
export const makeEnqueue =
  (clock: () => number): Enqueue =>
  async (tx, kind, payload, { key = kind.keyOf(payload), runAt = 0 } = {}) => {
    const now = clock();
    await tx
      .insertInto('job')
      .values({
        id: uuidv7(now),
        kind: kind.name,
        uniqueKey: key,
        payload,
        runAt,
        attempts: 0,
        lockedUntil: 0,
        asked: 1,
        lastError: null,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.column('uniqueKey').doUpdateSet((e) => ({ runAt, asked: e('job.asked', '+', 1) })))
      .execute();
  };
