import type { EdgeReport } from '../../../lib/rules/cdn/edge/bundle.ts';
import { CONNECTED_MS } from '../../core/edgeReach.ts';
import type { Db, Tx } from '../../db/schema.ts';

/** What a connected edge serves, by domain ID. */
export type ConnectedEdge = Pick<EdgeReport, 'versions' | 'refused'> & { id: string };

/** The edges that have reported lately. @param now epoch ms */
export const connectedEdges = (db: Db | Tx, now: number): Promise<ConnectedEdge[]> =>
  db
    .selectFrom('edgeNode')
    .select(['id', 'versions', 'refused'])
    .where('seenAt', '>', now - CONNECTED_MS)
    .orderBy('id')
    .execute();
