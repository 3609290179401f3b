import type { Env } from '../../../config/env.ts';
import type { Steering } from '../../../dns/steering.ts';
import type { Db, Tx } from '../../db/schema.ts';

/** Those of `EDGE_ADDRESSES` that no edge has or had: nothing is known of their health. */
export async function fixedAddresses(db: Db | Tx, { EDGE_ADDRESSES }: Pick<Env, 'EDGE_ADDRESSES'>): Promise<string[]> {
  const rows = await db.selectFrom('edgeNode').select('addresses').execute();
  const ofEdges = new Set(rows.flatMap(({ addresses }) => addresses));
  return EDGE_ADDRESSES.filter((address) => !ofEdges.has(address.toLowerCase()));
}

/** What proxied records are answered with; null: no edge was ever answered, so it is `EDGE_ADDRESSES`. */
export async function readSteering(db: Db | Tx, env: Pick<Env, 'EDGE_ADDRESSES'>): Promise<Steering | null> {
  const row = await db.selectFrom('edgeSteering').select('edges').executeTakeFirst();
  return row ? { edges: row.edges, always: await fixedAddresses(db, env) } : null;
}
