import { DAY } from '../../lib/time.ts';
import type { Tx } from '../db/schema.ts';

/** Deletes expired counters, stored responses, sessions and sent mail; tasks after a month and notifications after a year. */
export async function deleteExpired(tx: Tx, now: number): Promise<void> {
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
    .deleteFrom('task')
    .where('endedAt', '<', now - 30 * DAY)
    .execute();
  await tx
    .deleteFrom('notification')
    .where('createdAt', '<', now - 365 * DAY)
    .execute();
  // Mail contains codes and is not needed after it was sent.
  await tx
    .deleteFrom('outbox')
    .where('sentAt', '<', now - DAY)
    .execute();
}
