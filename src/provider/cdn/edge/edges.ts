import type { EdgeReport } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeCaller } from '../../core/edgeKeys.ts';
import { CONNECTED_MS } from '../../core/edgeReach.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { newestPlace } from '../../drivers/edge/node.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';

/** A connected edge, and what it serves of the domains that were asked for. */
export interface ConnectedEdge {
  id: string;
  /** The name of its place; null: none. */
  place: string | null;
  refused: EdgeReport['refused'];
  /** The version that it serves; 0: none. */
  versionOf(domainId: string): number;
}

/** Domains of one statement. */
const BATCH = 500;

/** The newest published version of each domain, and its place. */
async function readPublished(db: Db | Tx, domainIds: readonly string[]): Promise<Map<string, { version: number; place: number }>> {
  const found = new Map<string, { version: number; place: number }>();
  for (let at = 0; at < domainIds.length; at += BATCH) {
    const rows = await db
      .selectFrom('edgePolicy')
      .select(['domainId', 'version', 'place'])
      .where('domainId', 'in', domainIds.slice(at, at + BATCH))
      .execute();
    for (const { domainId, ...published } of rows) found.set(domainId, published);
  }
  return found;
}

/** `seenAt` of connected edges is later. @param now epoch ms */
export const connectedSince = (now: number): number => now - CONNECTED_MS;

/**
 * The edges that have reported lately, with what they serve of some domains. The versions of all domains of an edge are read only if its
 * place doesn't say that it has the newest ones of these.
 * @param now epoch ms
 */
export async function connectedEdges(db: Db | Tx, now: number, domainIds: readonly string[] = []): Promise<ConnectedEdge[]> {
  const edges = await db
    .selectFrom('edgeNode')
    .leftJoin('edgePlace', 'edgePlace.id', 'edgeNode.placeId')
    .select(['edgeNode.id', 'edgeNode.refused', 'edgeNode.servedPlace', 'edgePlace.name as place'])
    .where('edgeNode.seenAt', '>', connectedSince(now))
    .orderBy('edgeNode.id')
    .execute();
  if (edges.length === 0) return [];
  const published = await readPublished(db, domainIds);
  const newest = await newestPlace(db);
  /** The newest version, if the place of the edge shows that it serves it. */
  function provenVersion({ servedPlace, refused }: (typeof edges)[number], domainId: string): number | null {
    const { version, place } = published.get(domainId) ?? { version: 0, place: Number.POSITIVE_INFINITY };
    // Of a place that wasn't published yet nothing is known: the database was restored from a backup.
    const hasPlace = servedPlace !== null && servedPlace <= newest && servedPlace >= place;
    return hasPlace && refused[domainId]?.version !== version ? version : null;
  }
  const others = edges.filter((edge) => domainIds.some((id) => provenVersion(edge, id) === null)).map(({ id }) => id);
  const versions = new Map<string, EdgeReport['versions']>();
  for (let at = 0; at < others.length; at += BATCH) {
    const rows = await db
      .selectFrom('edgeNode')
      .select(['id', 'versions'])
      .where('id', 'in', others.slice(at, at + BATCH))
      .execute();
    for (const row of rows) versions.set(row.id, row.versions);
  }
  return edges.map((edge) => ({
    id: edge.id,
    place: edge.place,
    refused: edge.refused,
    versionOf: (domainId) => provenVersion(edge, domainId) ?? versions.get(edge.id)?.[domainId] ?? 0,
  }));
}

/** Whether a connected edge is known to be behind a place. It reads one row. @param now epoch ms */
export async function isAnyBehind(db: Db | Tx, now: number, place: number): Promise<boolean> {
  const row = await db
    .selectFrom('edgeNode')
    .select('id')
    .where('seenAt', '>', connectedSince(now))
    .where('servedPlace', '<', place)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The row of an edge that says that it is `edgeId`; undefined: a new one with the shared key.
 * @throws Refusal 410 for a removed edge, 409 for the ID of another one
 */
export async function requireEdge(tx: Tx, caller: EdgeCaller, edgeId: string) {
  const row = await tx
    .selectFrom('edgeNode')
    .select(['id', 'nonce', 'keyHash', 'removedAt', 'mode', 'startedAt', 'servedPlace', 'reportHash'])
    .where('id', '=', edgeId)
    .executeTakeFirst();
  if (row?.removedAt != null) throw new Refusal(410, 'operatorEdge:refused.removed');
  if (caller.edgeId === null ? row?.keyHash != null : caller.edgeId !== edgeId) refuse(409, 'operatorEdge:refused.id');
  return row;
}
