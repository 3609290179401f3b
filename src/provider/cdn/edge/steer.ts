import { dnsFolder } from '../../../dns/start.ts';
import { allAddresses, type Steering, writeSteering } from '../../../dns/steering.ts';
import {
  type EdgeHealth,
  type EdgePresence,
  edgeHealth,
  isPlaceFull,
  newPresence,
  nextPresence,
  type SteeredEdge,
} from '../../../lib/rules/cdn/edge/fleet.ts';
import { portalRelease } from '../../core/edgeKeys.ts';
import type { Services } from '../../core/services.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { readSteering } from '../../drivers/dns/steering.ts';
import { cdnJobs } from '../jobs.ts';

/** How often the health of edges is looked at. */
const LOOK_MS = 1_000;

type FleetEdge = Awaited<ReturnType<typeof fleetEdges>>[number];

/** The edges that weren't removed, without what they serve. */
export const fleetEdges = (db: Db | Tx) =>
  db
    .selectFrom('edgeNode')
    .select(['id', 'name', 'hostname', 'placeId', 'addresses', 'mode', 'version', 'keyHash', 'tokenExpiresAt'])
    .select(['release', 'heartbeatAt', 'heartbeat', 'presence', 'seenAt', 'startedAt', 'refused', 'warnings'])
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();

/** @param now epoch ms */
export const healthOf = (edge: FleetEdge, now: number): EdgeHealth =>
  edgeHealth(
    { ...edge, hasJoined: edge.keyHash !== null || edge.seenAt > 0 || edge.heartbeatAt !== null },
    { now, wasOverloaded: edge.presence?.isOverloaded ?? false, portal: portalRelease },
  );

/** Requests a second of each place. */
export function placeRequests(edges: readonly FleetEdge[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { placeId, heartbeat } of edges)
    if (placeId !== null) sums.set(placeId, (sums.get(placeId) ?? 0) + (heartbeat?.load.requests ?? 0));
  return sums;
}

interface Look {
  version: number;
  edges: readonly SteeredEdge[];
  /** Presences that change. */
  presences: ReadonlyMap<string, EdgePresence>;
  /** Whether `edges` differs from what is answered. */
  isNew: boolean;
  /** Whether the addresses do. */
  isOther: boolean;
}

/** What DNS should answer now. If no edge is healthy, overloaded ones are answered rather than none, and then the last ones. */
async function look(db: Db | Tx, now: number): Promise<Look> {
  const [all, places, row] = await Promise.all([
    fleetEdges(db),
    db.selectFrom('edgePlace').selectAll().execute(),
    db.selectFrom('edgeSteering').select(['version', 'edges']).executeTakeFirst(),
  ]);
  const before = row?.edges ?? [];
  const [placeOf, edgeOf] = [new Map(places.map((one) => [one.id, one])), new Map(all.map((one) => [one.id, one]))];
  const fullEdges = new Set(before.filter(({ isFull }) => isFull).map(({ id }) => id));
  const requests = placeRequests(all);
  const presences = new Map<string, EdgePresence>();
  const edges: SteeredEdge[] = [];
  const overloaded: SteeredEdge[] = [];
  for (const edge of all) {
    if (edge.addresses.length === 0 && edge.presence === null) continue;
    const known = edge.presence ?? newPresence;
    const health = healthOf(edge, now);
    const next = nextPresence(known, edge.addresses.length > 0 ? (health === 'silent' ? 'healthy' : health) : 'stopped', edge.mode, now);
    if (JSON.stringify(next) !== JSON.stringify(edge.presence)) presences.set(edge.id, next);
    if (!next.isIn && !(health === 'overloaded' && edge.mode === 'active')) continue;
    const place = placeOf.get(edge.placeId ?? '');
    (next.isIn ? edges : overloaded).push({
      id: edge.id,
      addresses: edge.addresses,
      continent: place?.continent ?? null,
      country: place?.country ?? null,
      isFull: place !== undefined && isPlaceFull(requests.get(place.id) ?? 0, place.capacity, fullEdges.has(edge.id)),
    });
  }
  const last = before.filter(({ id }) => (edgeOf.get(id)?.addresses.length ?? 0) > 0);
  const answered = [edges, overloaded, last].find((list) => list.length > 0) ?? [];
  const addressesOf = (list: readonly SteeredEdge[]) => JSON.stringify(list.flatMap(({ addresses }) => addresses).sort());
  return {
    version: row?.version ?? 0,
    edges: answered,
    presences,
    isNew: JSON.stringify(answered) !== JSON.stringify(before),
    isOther: addressesOf(answered) !== addressesOf(before),
  };
}

/**
 * Looks at the health of the edges, and decides which ones DNS answers with. Several processes may do it at once.
 * @param now epoch ms
 */
export async function steerEdges(services: Pick<Services, 'store' | 'drivers' | 'env' | 'jobs'>, now: number): Promise<void> {
  const { store, drivers, env, jobs } = services;
  const found = await look(store.reader, now);
  if (!found.isNew && found.presences.size === 0) return;
  await store.write('edge.steer', async (tx) => {
    const { version, edges, presences, isNew, isOther } = await look(tx, now);
    for (const [id, presence] of presences) await tx.updateTable('edgeNode').set({ presence }).where('id', '=', id).execute();
    if (!isNew) return;
    const row = { version: version + 1, edges: [...edges], changedAt: now };
    await tx
      .insertInto('edgeSteering')
      .values({ id: 'fleet', ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    if (isOther && republishes({ drivers, env })) await jobs.enqueue(tx, cdnJobs.republishProxied, { version: row.version });
  });
  jobs.wake();
}

/** Whether a change of the answered addresses is a change of the zones: they are copied to servers that don't follow the file. */
export const republishes = ({ drivers, env }: Pick<Services, 'drivers' | 'env'>): boolean =>
  drivers.dns?.capabilities.engine === 'powerdns' || (drivers.dns?.capabilities.engine === 'node' && env.DNS_SECONDARIES.length > 0);

/** Follows the health of the edges, and tells the name server of this machine. @returns ends it */
export function steerWhenChanged(services: Services, clock: () => number): () => void {
  const { drivers, env, store, log } = services;
  if (!drivers.edge) return () => {};
  let written = '';
  let isFailing = false;
  let isBusy = false;
  async function run(): Promise<void> {
    await steerEdges(services, clock());
    if (drivers.dns?.capabilities.engine !== 'node') return;
    const steering: Steering | null = await readSteering(store.reader, env);
    const text = JSON.stringify(steering);
    if (!steering || text === written) return;
    await writeSteering(dnsFolder(env), steering);
    written = text;
    log.info({ addresses: allAddresses(steering) }, 'DNS answers proxied records with other edges');
  }
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    run()
      .then(
        () => {
          isFailing = false;
        },
        (error: unknown) => {
          if (!isFailing) log.error({ err: error }, 'edge health check failed');
          isFailing = true;
        },
      )
      .finally(() => {
        isBusy = false;
      });
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}
