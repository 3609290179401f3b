import { DAY } from '../../lib/time.ts';
import type { Tx } from '../db/schema.ts';
import { deleteOldVersions } from './history/capture.ts';

/** Results of cluster monitoring, by resolution, and cache purges. */
export async function deleteExpired(tx: Tx, now: number): Promise<void> {
  // Per minute for a day, per hour for a month.
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
  // Anything cached a year ago has expired since.
  await tx
    .deleteFrom('cacheDeletion')
    .where('createdAt', '<', now - 365 * DAY)
    .execute();
  await deleteOldVersions(tx, now);
}
