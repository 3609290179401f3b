import { uuidv7 } from '../kernel/ids.ts';
import type { Jobs } from './jobs.ts';

/** Enqueues jobs without running them, for a program beside the provider. */
export const makeEnqueue =
  (clock: () => number): Jobs['enqueue'] =>
  async (tx, kind, payload, { key = kind.keyOf(payload), runAt = 0 } = {}) => {
    const now = clock();
    await tx
      .insertInto('job')
      .values({
        id: uuidv7(now),
        kind: kind.name,
        uniqueKey: key,
        payload: JSON.stringify(payload),
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
