import type { Db, Tx } from '../../db/schema.ts';
import type { Drivers } from '../../drivers/drivers.ts';

/** An edge that hasn't reported for this long isn't connected. Edges report every few seconds. */
export const CONNECTED_MS = 60_000;

interface EdgeAbilities {
  edge: 'none' | 'connected';
  places: 'unknown' | 'none' | 'connected';
}

/** Whether edges apply what is saved, and whether all of them know the countries and AS numbers of visitors. @param now epoch ms */
export async function edgeAbilities(db: Db | Tx, { edge }: Pick<Drivers, 'edge'>, now: number): Promise<EdgeAbilities> {
  const nodes = edge
    ? await db
        .selectFrom('edgeNode')
        .select('places')
        .where('seenAt', '>', now - CONNECTED_MS)
        .execute()
    : [];
  if (nodes.length === 0) return { edge: 'none', places: 'unknown' };
  const lacks = nodes.some(({ places }) => places === 0);
  return { edge: 'connected', places: lacks ? 'none' : nodes.some(({ places }) => places === null) ? 'unknown' : 'connected' };
}

/** Whether an edge applies what is saved. @param now epoch ms */
export const hasEdge = async (db: Db | Tx, drivers: Pick<Drivers, 'edge'>, now: number): Promise<boolean> =>
  (await edgeAbilities(db, drivers, now)).edge === 'connected';
