import type { Db, Tx } from '../../db/schema.ts';
import type { Drivers } from '../../drivers/drivers.ts';

/** An edge that hasn't reported for this long isn't connected. Edges report every few seconds. */
export const CONNECTED_MS = 60_000;

/** Whether an edge applies what is saved. @param now epoch ms */
export async function hasEdge(db: Db | Tx, { edge }: Pick<Drivers, 'edge'>, now: number): Promise<boolean> {
  if (!edge) return false;
  const found = await db
    .selectFrom('edgeNode')
    .select('id')
    .where('seenAt', '>', now - CONNECTED_MS)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
