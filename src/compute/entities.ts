import { readCatalog } from './catalog.ts';
import { checkSpec } from './checks.ts';
import type { Context } from './context.ts';
import { hasDependents } from './convergence/images.ts';
import { Newer, NotReady } from './outcomes.ts';
import type { EntityReply, Kind, Reports, Specs } from './protocol.ts';
import { initialApplied } from './state/applied.ts';
import type { Entity } from './state/store.ts';

/**
 * Accepts a state: it is stored, and the work on it begins.
 * @throws Newer, Refused or NotReady
 */
export async function acceptSpec<K extends Kind>(context: Context, kind: K, spec: Specs[K]): Promise<void> {
  const { store, folders, settings } = context;
  const catalog = await readCatalog(folders);
  const isNew = store.transaction(() => {
    const stored = store.find(kind, spec.id);
    if (stored && (stored.version > spec.version || (stored.isRemoved && stored.version === spec.version))) throw new Newer(stored.version);
    if (stored?.version === spec.version) return false;
    const before = stored && !stored.isRemoved ? stored : null;
    checkSpec(kind, { store, capacity: settings.capacity, catalog }, before, spec);
    const { id, version } = spec;
    store.put(kind, { id, version, isRemoved: false, spec: withPassword(before, spec), applied: before?.applied ?? initialApplied[kind] });
    return true;
  });
  if (!isNew) return;
  context.kick(kind, spec.id);
  // Their forwards depend on it.
  if (kind === 'firewalls')
    for (const server of store.list('servers')) if (server.spec.firewalls.includes(spec.id)) context.kick('servers', server.id);
}

/** A password that isn't applied yet stays, though the portal sends it only once. */
function withPassword<K extends Kind>(before: Entity<K> | null, spec: Specs[K]): Specs[K] {
  if (!before || !('password' in spec) || !('password' in before.spec)) return spec;
  const { password } = before.spec;
  return password.count === spec.password.count && spec.password.value === null ? { ...spec, password } : spec;
}

/** Accepts a removal. @throws Newer or NotReady */
export function acceptRemoval(context: Context, kind: Kind, id: string, version: number): void {
  const { store } = context;
  store.transaction(() => {
    const stored = store.find(kind, id);
    if (stored && stored.version > version) throw new Newer(stored.version);
    if (stored?.isRemoved && stored.version === version) return;
    if (kind === 'images' && hasDependents(context, id)) throw new NotReady('another copy needs it');
    if (stored) store.put(kind, { ...stored, version, isRemoved: true });
    else store.putRemoved(kind, id, version);
  });
  context.kick(kind, id);
}

/** The report on an entity; null: there is none. */
export function describeEntity<K extends Kind>({ store, activity, settings }: Context, kind: K, id: string): EntityReply<K> | null {
  const entity = store.get(kind, id);
  if (!entity) return null;
  const { version, applied } = entity;
  const failure = applied.failure?.version === version ? applied.failure : null;
  const isOver = failure !== null || (applied.version === version && !isDown(entity));
  const active = activity.get(kind, id) ?? { phase: waitingPhase[kind], percent: 0, endsAt: null };
  const progress = {
    version,
    ...(isOver ? { phase: null, percent: 100, endsAt: null } : active),
    failure: failure && { key: failure.key, ...(failure.params && { params: failure.params }) },
    ...(kind === 'servers' && describeServer(entity as Entity<'servers'>, settings.address)),
    ...(kind === 'images' && { size: (entity as Entity<'images'>).applied.size }),
  };
  return { version, progress: progress as Reports[K] }; // the fields of the kind were added above
}

/** Whether a machine has ended unexpectedly, and is started again. */
function isDown({ spec, applied }: Entity<Kind>): boolean {
  return 'power' in spec && 'power' in applied && spec.power === 'on' && applied.power === 'off';
}

const waitingPhase = {
  servers: 'changing',
  images: 'snapshotting',
  volumes: 'changing',
  networks: 'changing',
  firewalls: 'changing',
} as const;

const describeServer = ({ applied }: Entity<'servers'>, address: string) => ({
  power: applied.power === 'on' && !applied.isHalted ? 'on' : 'off',
  ipv4: address,
  ipv6: null,
  // Additional addresses need privileges on the host's network.
  addresses: [],
  forwards: applied.forwards,
});
