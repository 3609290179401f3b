import type { Engine } from './engine.ts';
import { Newer } from './outcomes.ts';
import type { EntityReply, Kind, Reports, Specs } from './protocol.ts';
import type { AppliedStates } from './state/applied.ts';
import type { Entity } from './state/store.ts';

/**
 * Accepts a state: it is stored, and the work on it begins.
 * @throws Newer, Refused or NotReady
 */
export async function acceptSpec<K extends Kind>(engine: Engine, kind: K, spec: Specs[K]): Promise<void> {
  const { store, backend } = engine;
  const checks = await backend.prepareChecks();
  const isNew = store.transaction(() => {
    const stored = store.find(kind, spec.id);
    if (stored && (stored.version > spec.version || (stored.isRemoved && stored.version === spec.version))) throw new Newer(stored.version);
    if (stored?.version === spec.version) return false;
    const before = stored && !stored.isRemoved ? stored : null;
    checks.check(kind, before, spec);
    const { id, version } = spec;
    store.put(kind, { id, version, isRemoved: false, spec: withPassword(before, spec), applied: before?.applied ?? store.initial(kind) });
    return true;
  });
  if (isNew) engine.kick(kind, spec.id);
}

/**
 * A password that isn't applied yet stays, though the portal sends it only once. That of a rescue system ends with it: the server's own
 * system never gets it.
 */
function withPassword<K extends Kind>(before: Entity<K, AppliedStates> | null, spec: Specs[K]): Specs[K] {
  if (!before || !('password' in spec) || !('password' in before.spec)) return spec;
  const { password, rescue } = before.spec;
  if (password.count !== spec.password.count) return spec;
  if (rescue && !spec.rescue) return { ...spec, password: { ...password, value: null } };
  return spec.password.value === null ? { ...spec, password } : spec;
}

/** Accepts a removal. @throws Newer or NotReady */
export function acceptRemoval({ store, backend, kick }: Engine, kind: Kind, id: string, version: number): void {
  store.transaction(() => {
    const stored = store.find(kind, id);
    if (stored && stored.version > version) throw new Newer(stored.version);
    if (stored?.isRemoved && stored.version === version) return;
    backend.checkRemoval(kind, id);
    if (stored) store.put(kind, { ...stored, version, isRemoved: true });
    else store.putRemoved(kind, id, version);
  });
  kick(kind, id);
}

/** The report on an entity; null: there is none. */
export function describeEntity<K extends Kind>({ store, activity, backend }: Engine, kind: K, id: string): EntityReply<K> | null {
  const entity = store.get(kind, id);
  if (!entity) return null;
  const { version, applied } = entity;
  const failure = applied.failure?.version === version ? applied.failure : null;
  const isOver = failure !== null || (applied.version === version && !backend.isBroken(kind, entity));
  const active = activity.get(kind, id) ?? { phase: waitingPhase[kind], percent: 0, endsAt: null };
  const progress = {
    version,
    ...(isOver ? { phase: null, percent: 100, endsAt: null } : active),
    failure: failure && { key: failure.key, ...(failure.params && { params: failure.params }) },
    ...backend.describe(kind, entity),
  };
  return { version, progress: progress as Reports[K] }; // the backend adds the fields of the kind
}

const waitingPhase = {
  servers: 'changing',
  images: 'snapshotting',
  volumes: 'changing',
  networks: 'changing',
  firewalls: 'changing',
} as const;
