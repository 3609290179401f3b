import type { EdgeAbility } from '../../lib/rules/core/capabilities.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { Drivers } from '../drivers/drivers.ts';

/** An edge that hasn't reported for this long isn't connected. Edges report every few seconds. */
export const CONNECTED_MS = 60_000;

interface EdgeReach {
  edge: 'none' | 'connected';
  places: 'unknown' | 'none' | 'connected';
  /** What every connected edge can do: a request may reach any of them. */
  abilities: ReadonlySet<EdgeAbility>;
}

/** Whether edges apply what is saved, and what all of them can do and know of visitors. @param now epoch ms */
export async function edgeReach(db: Db | Tx, { edge }: Pick<Drivers, 'edge'>, now: number): Promise<EdgeReach> {
  const nodes = edge
    ? await db
        .selectFrom('edgeNode')
        .select(['places', 'abilities'])
        .where('seenAt', '>', now - CONNECTED_MS)
        .execute()
    : [];
  if (nodes.length === 0) return { edge: 'none', places: 'unknown', abilities: new Set() };
  const lacks = nodes.some(({ places }) => places === false);
  const [first = [], ...others] = nodes.map(({ abilities }) => abilities ?? []);
  return {
    edge: 'connected',
    places: lacks ? 'none' : nodes.some(({ places }) => places === null) ? 'unknown' : 'connected',
    abilities: new Set(first.filter((one) => others.every((list) => list.includes(one)))),
  };
}

/** Whether an edge applies what is saved. @param now epoch ms */
export const hasEdge = async (db: Db | Tx, drivers: Pick<Drivers, 'edge'>, now: number): Promise<boolean> =>
  (await edgeReach(db, drivers, now)).edge === 'connected';
