import type { JobHandler } from './jobs.ts';

const DAY = 86_400_000;

/**
 * Removes what has no use any more: codes, counters, answers kept for idempotency, tasks and sessions long over, notifications and
 * messages of visitors of a year ago.
 */
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
    await tx
      .deleteFrom('signInChallenge')
      .where('expiresAt', '<', now - DAY)
      .execute();
    await tx.deleteFrom('trustedDevice').where('expiresAt', '<', now).execute();
    await tx
      .deleteFrom('task')
      .where('endedAt', '<', now - 30 * DAY)
      .execute();
    await tx
      .deleteFrom('notification')
      .where('createdAt', '<', now - 365 * DAY)
      .execute();
    // What checks have found is kept by the minute for a day, and by the hour for a month.
    await tx
      .deleteFrom('clusterHealth')
      .where('step', '=', 60_000)
      .where('at', '<', now - DAY)
      .execute();
    await tx
      .deleteFrom('clusterHealth')
      .where('step', '=', 3_600_000)
      .where('at', '<', now - 31 * DAY)
      .execute();
    // The mail that told of it is the provider's own to keep.
    await tx
      .deleteFrom('contactMessage')
      .where('createdAt', '<', now - 365 * DAY)
      .execute();
    // Copies from before a request of a year ago have ended by themselves.
    await tx
      .deleteFrom('cacheDeletion')
      .where('createdAt', '<', now - 365 * DAY)
      .execute();
    // Letters hold codes; what was sent has no use here.
    await tx
      .deleteFrom('outbox')
      .where('sentAt', '<', now - DAY)
      .execute();
  });
