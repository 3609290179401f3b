import { randomBytes } from 'node:crypto';
import { publicOrigin } from '../../../config/env.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { type OperatorEdge, operatorEdge } from '../../../lib/contract/cdn/operatorEdge.ts';
import { holdLeft, isPlaceFull } from '../../../lib/rules/cdn/edge/fleet.ts';
import { DAY, HOUR, iso } from '../../../lib/time.ts';
import { requireVersion } from '../../core/catalogItems.ts';
import { edgeKeyFingerprint, edgeKeyHash, portalRelease } from '../../core/edgeKeys.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import type { Services } from '../../core/services.ts';
import type { Tx } from '../../db/schema.ts';
import { fixedAddresses } from '../../drivers/dns/steering.ts';
import { newestPlace } from '../../drivers/edge/node.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { fleetEdges, healthOf, placeRequests, republishes } from '../edge/index.ts';

/** All changes of the fleet, one after another. The steering has another lock: it only writes presences and what follows from them. */
const LOCK = 'edge.fleet';
const TOKEN_MS = HOUR;
/** An edge with the shared key that was away for this long, and that nobody has named, isn't listed. */
const FORGOTTEN_MS = 7 * DAY;

type Edge = Awaited<ReturnType<typeof fleetEdges>>[number];

async function findEdge(tx: Tx, edgeId: string, version: number): Promise<Edge> {
  const edge = (await fleetEdges(tx)).find(({ id }) => id === edgeId) ?? refuse(404, 'error:notFound');
  requireVersion(edge.version, version);
  return edge;
}

/** What the change log has of an edge. */
const logged = ({ name, placeId, addresses }: Pick<Edge, 'name' | 'placeId' | 'addresses'>) => ({ name, placeId, addresses });
const entityOf = ({ id, name, hostname }: Pick<Edge, 'id' | 'name' | 'hostname'>) => ({ type: 'edge', id, name: name ?? (hostname || id) });
const entry = { accountId: null, actor: 'operator' } as const;

async function requireForm(tx: Tx, { placeId, addresses }: Pick<Edge, 'placeId' | 'addresses'>, edgeId: string | null): Promise<void> {
  if (placeId !== null && !(await tx.selectFrom('edgePlace').select('id').where('id', '=', placeId).executeTakeFirst()))
    refuseField('placeId', 'operatorEdge:error.place');
  const others = (await fleetEdges(tx)).filter(({ id }) => id !== edgeId).flatMap((one) => one.addresses);
  const twice = addresses.find((address, i) => others.includes(address) || addresses.indexOf(address) !== i);
  if (twice !== undefined) refuseField('addresses', 'operatorEdge:error.duplicate', { address: twice });
}

/** DNS must not be left without an edge. @throws Refusal 409 */
async function requireOther(tx: Tx, { id }: Pick<Edge, 'id'>, env: Services['env']): Promise<void> {
  const row = await tx.selectFrom('edgeSteering').select('edges').executeTakeFirst();
  const answered = row?.edges ?? [];
  if (!answered.some((one) => one.id === id) || answered.some((one) => one.id !== id)) return;
  if ((await fixedAddresses(tx, env)).length === 0) refuse(409, 'operatorEdge:error.last');
}

/** A token for one use, and the command that contains it. */
function makeToken({ services: { env, edgeKeys: keys }, now }: Pick<SignedIn, 'services' | 'now'>) {
  // Its second part lets the edge recognize this portal.
  const token = `${randomBytes(24).toString('base64url')}.${edgeKeyFingerprint(keys.verifying)}`;
  const expiresAt = now + TOKEN_MS;
  return {
    columns: { tokenHash: edgeKeyHash(token), tokenExpiresAt: expiresAt },
    command: `EDGE_CONTROL_URL=${publicOrigin(env)}/api EDGE_TOKEN=${token} EDGE_HOST=0.0.0.0 EDGE_PORT=80 EDGE_TLS_PORT=443 npm run edge`,
    expiresAt: iso(expiresAt),
  };
}

function requireDriver({ drivers }: Pick<Services, 'drivers'>): void {
  if (!drivers.edge) refuse(409, 'operatorEdge:error.off');
}

function showEdge(edge: Edge, answered: ReadonlySet<string>, newest: number, now: number): OperatorEdge {
  const { id, heartbeat, heartbeatAt, seenAt, presence, keyHash, tokenExpiresAt } = edge;
  const health = healthOf(edge, now);
  const contact = Math.max(seenAt, heartbeatAt ?? 0);
  const hasJoined = health !== 'waiting' && health !== 'expired';
  const hold = health === 'healthy' && edge.mode === 'active' && presence && !presence.isIn ? holdLeft(presence, now) : 0;
  const load = heartbeat?.load;
  return {
    id,
    name: edge.name,
    hostname: edge.hostname,
    placeId: edge.placeId,
    addresses: edge.addresses,
    mode: edge.mode,
    health,
    inDns: answered.has(id),
    returnsAt: hold > 0 ? iso(now + hold) : null,
    release: edge.release,
    sharedKey: keyHash === null && hasJoined,
    behind: heartbeat ? Math.max(0, newest - heartbeat.place) : null,
    refused: Object.keys(edge.refused).length,
    lastContactAt: contact > 0 ? iso(contact) : null,
    startedAt: edge.startedAt > 0 ? iso(edge.startedAt) : null,
    tokenExpiresAt: !hasJoined && tokenExpiresAt !== null ? iso(tokenExpiresAt) : null,
    clockOffset: heartbeat && heartbeatAt !== null ? Math.round((heartbeat.at - heartbeatAt) / 1000) : null,
    diskFailing: (edge.warnings ?? []).some(({ kind }) => kind === 'diskFailing'),
    load:
      load && health !== 'lost'
        ? {
            requests: load.requests,
            cpu: load.cpu,
            connections: load.connections,
            maxConnections: load.maxConnections,
            cache: (load.memory + load.disk) / Math.max(1, load.maxMemory + load.maxDisk),
            cacheBytes: load.memory + load.disk,
          }
        : null,
    version: edge.version,
  };
}

/** Locked for changes of one edge: its heartbeats and reports write other columns. */
const change = (tx: Tx, { id, version }: Pick<Edge, 'id' | 'version'>, row: object): Promise<unknown> =>
  tx
    .updateTable('edgeNode')
    .set({ ...row, version: version + 1 })
    .where('id', '=', id)
    .execute();

export const operatorEdgeHandlers = implement(operatorEdge, {
  async list(ctx) {
    const { db, now, services } = ctx;
    const { env, drivers } = services;
    const [edges, places, steering, newest] = await Promise.all([
      fleetEdges(db),
      db.selectFrom('edgePlace').selectAll().orderBy('name').execute(),
      db.selectFrom('edgeSteering').select('edges').executeTakeFirst(),
      newestPlace(db),
    ]);
    const answered = new Set(steering?.edges.map(({ id }) => id));
    const requests = placeRequests(edges);
    const fullPlaces = new Set(steering?.edges.filter(({ isFull }) => isFull).map(({ id }) => edges.find((one) => one.id === id)?.placeId));
    const engine = drivers.dns?.capabilities.engine;
    return {
      edges: edges
        .filter(
          (edge) => edge.name !== null || edge.addresses.length > 0 || Math.max(edge.seenAt, edge.heartbeatAt ?? 0) > now - FORGOTTEN_MS,
        )
        .map((edge) => showEdge(edge, answered, newest, now)),
      places: places.map((place) => ({
        ...place,
        edges: edges.filter(({ placeId }) => placeId === place.id).length,
        requests: requests.get(place.id) ?? 0,
        isFull: isPlaceFull(requests.get(place.id) ?? 0, place.capacity, fullPlaces.has(place.id)),
      })),
      release: portalRelease,
      steering: republishes(services) ? 'republish' : engine !== 'node' ? 'none' : env.GEOIP_DB ? 'nearest' : 'all',
      fixedAddresses: await fixedAddresses(db, env),
    };
  },

  add(ctx, form) {
    requireDriver(ctx.services);
    const { columns, ...joining } = makeToken(ctx);
    return ctx.write(async ({ tx, log }) => {
      await requireForm(tx, form, null);
      const id = ctx.newId();
      await tx
        .insertInto('edgeNode')
        .values({ id, hostname: '', versions: {}, refused: {}, startedAt: 0, seenAt: 0, ...form, ...columns })
        .execute();
      await log({ ...entry, action: 'create', entity: entityOf({ id, hostname: '', ...form }), after: logged(form) });
      return { edgeId: id, ...joining };
    }, LOCK);
  },

  renewToken(ctx, { edgeId, version }) {
    const { columns, ...joining } = makeToken(ctx);
    return ctx.write(async ({ tx, log }) => {
      const edge = await findEdge(tx, edgeId, version);
      requireDriver(ctx.services);
      await change(tx, edge, {
        ...columns,
        keyHash: null,
        seenAt: 0,
        heartbeatAt: null,
        heartbeat: null,
        nonce: null,
        servedPlace: null,
        reportHash: null,
      });
      await log({ ...entry, action: 'request', entity: entityOf(edge) });
      return { edgeId, ...joining };
    }, LOCK);
  },

  update(ctx, { edgeId, version, ...form }) {
    return ctx.write(async ({ tx, log }) => {
      const edge = await findEdge(tx, edgeId, version);
      await requireForm(tx, form, edgeId);
      if (form.addresses.length === 0) await requireOther(tx, edge, ctx.services.env);
      await change(tx, edge, form);
      await log({ ...entry, action: 'update', entity: entityOf({ ...edge, ...form }), before: logged(edge), after: logged(form) });
      return { version: version + 1 };
    }, LOCK);
  },

  setMode(ctx, { edgeId, mode, version }) {
    return ctx.write(async ({ tx, log }) => {
      const edge = await findEdge(tx, edgeId, version);
      if (mode !== 'active') await requireOther(tx, edge, ctx.services.env);
      await change(tx, edge, { mode });
      await log({ ...entry, action: 'update', entity: entityOf(edge), before: { mode: edge.mode }, after: { mode } });
      return { version: version + 1 };
    }, LOCK);
  },

  remove(ctx, { edgeId, version }) {
    return ctx.write(async ({ tx, log }) => {
      const edge = await findEdge(tx, edgeId, version);
      await requireOther(tx, edge, ctx.services.env);
      // The key stays known, to be refused; and nothing waits for the edge any more.
      await change(tx, edge, { removedAt: ctx.now, seenAt: 0, tokenHash: null, versions: {}, refused: {}, warnings: null });
      await log({ ...entry, action: 'delete', entity: entityOf(edge), before: logged(edge) });
      return {};
    }, LOCK);
  },

  savePlace(ctx, { placeId, version, ...form }: Input<typeof operatorEdge.savePlace>) {
    return ctx.write(async ({ tx, log }) => {
      const places = await tx.selectFrom('edgePlace').selectAll().execute();
      if (places.some(({ id, name }) => id !== placeId && name === form.name)) refuseField('name', 'operatorEdge:error.placeName');
      if (placeId === null) {
        requireVersion(0, version);
        const id = ctx.newId();
        await tx
          .insertInto('edgePlace')
          .values({ id, ...form, version: 1 })
          .execute();
        await log({ ...entry, action: 'create', entity: { type: 'edgePlace', id, name: form.name }, after: form });
        return { placeId: id };
      }
      const { id, version: current, ...before } = places.find((one) => one.id === placeId) ?? refuse(404, 'error:notFound');
      requireVersion(current, version);
      await tx
        .updateTable('edgePlace')
        .set({ ...form, version: version + 1 })
        .where('id', '=', id)
        .execute();
      await log({ ...entry, action: 'update', entity: { type: 'edgePlace', id, name: form.name }, before, after: form });
      return { placeId: id };
    }, LOCK);
  },

  removePlace(ctx, { placeId, version }) {
    return ctx.write(async ({ tx, log }) => {
      const place = await tx.selectFrom('edgePlace').selectAll().where('id', '=', placeId).executeTakeFirst();
      if (!place) return refuse(404, 'error:notFound');
      requireVersion(place.version, version);
      if ((await fleetEdges(tx)).some((edge) => edge.placeId === placeId)) refuse(409, 'operatorEdge:error.placeUsed');
      await tx.deleteFrom('edgePlace').where('id', '=', placeId).execute();
      await log({ ...entry, action: 'delete', entity: { type: 'edgePlace', id: placeId, name: place.name } });
      return {};
    }, LOCK);
  },
});
