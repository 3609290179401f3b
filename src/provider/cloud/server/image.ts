import { ownedServers, ownedSnapshots } from '../../db/owned.ts';
import type { Db, ServerRow, SnapshotRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';

/**
 * A snapshot of the caller that can be restored to a server's disk.
 * @throws Refusal 409 when it isn't complete, or the disk is smaller than the one that it was taken of
 */
export async function requireSnapshotFor(
  tx: Db | Tx,
  account: { id: string },
  snapshotId: string,
  { diskSize }: Pick<ServerRow, 'diskSize'>,
): Promise<SnapshotRow> {
  const row = await ownedSnapshots(tx, account).selectAll().where('id', '=', snapshotId).executeTakeFirst();
  if (!row) refuse(404, 'error:notFound');
  if (row.status !== 'ready') refuse(409, 'snapshot:error.notReady');
  if (row.diskSize > diskSize) refuse(409, 'snapshot:error.diskTooSmall', { params: { needed: row.diskSize, size: diskSize } });
  return row;
}

/** States in which a driver may still read the image of a server's disk. */
const readingStates = ['installingOs', 'rebuilding', 'restoring'] as const;
/** The server whose disk is being written from a snapshot or backup, which can't be deleted until then. */
export const findImageReader = (tx: Tx, account: { id: string }, imageId: string) =>
  ownedServers(tx, account)
    .select('server.name')
    .where('server.imageSnapshotId', '=', imageId)
    .where('server.state', 'in', readingStates)
    .executeTakeFirst();
