import type { EdgeReport } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeCaller } from '../../core/edgeKeys.ts';
import { CONNECTED_MS } from '../../core/edgeReach.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';

/** What a connected edge serves, by domain ID. */
export type ConnectedEdge = Pick<EdgeReport, 'versions' | 'refused'> & {
  id: string;
  /** The name of its place; null: none. */
  place: string | null;
};

/** The edges that have reported lately. @param now epoch ms */
export const connectedEdges = (db: Db | Tx, now: number): Promise<ConnectedEdge[]> =>
  db
    .selectFrom('edgeNode')
    .leftJoin('edgePlace', 'edgePlace.id', 'edgeNode.placeId')
    .select(['edgeNode.id', 'edgeNode.versions', 'edgeNode.refused', 'edgePlace.name as place'])
    .where('edgeNode.seenAt', '>', now - CONNECTED_MS)
    .orderBy('edgeNode.id')
    .execute();

/**
 * The row of an edge that says that it is `edgeId`; undefined: a new one with the shared key.
 * @throws Refusal 410 for a removed edge, 409 for the ID of another one
 */
export async function requireEdge(tx: Tx, caller: EdgeCaller, edgeId: string) {
  const row = await tx
    .selectFrom('edgeNode')
    .select(['id', 'nonce', 'keyHash', 'removedAt', 'mode'])
    .where('id', '=', edgeId)
    .executeTakeFirst();
  if (row?.removedAt != null) throw new Refusal(410, 'operatorEdge:refused.removed');
  if (caller.edgeId === null ? row?.keyHash != null : caller.edgeId !== edgeId) refuse(409, 'operatorEdge:refused.id');
  return row;
}
