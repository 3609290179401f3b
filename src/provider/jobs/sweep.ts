import type { JobHandler } from './jobs.ts';

const DAY = 86_400_000;

/** Removes what has no use any more: codes, counters, answers kept for idempotency, and sessions long over. */
export const sweep: JobHandler = ({ store, now }) =>
  store.write('sweep', async (tx) => {
    await tx
      .deleteFrom('verification')
      .where('expiresAt', '<', now - DAY)
      .execute();
    await tx.deleteFrom('throttle').where('resetAt', '<', now).execute();
    await tx
      .deleteFrom('idempotency')
      .where('createdAt', '<', now - 2 * DAY)
      .execute();
    await tx
      .deleteFrom('session')
      .where('expiresAt', '<', now - 30 * DAY)
      .execute();
    // Letters hold codes; what was sent has no use here.
    await tx
      .deleteFrom('outbox')
      .where('sentAt', '<', now - DAY)
      .execute();
  });
