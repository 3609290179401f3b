import type { ImageProgress, ImageSpec, Progress, ServerProgress, ServerSpec, VolumeSpec } from '../../../lib/rules/cloud/compute/spec.ts';
import type { Store } from '../../db/open.ts';
import type { Tx } from '../../db/schema.ts';
import { type Driver, DriverRefusal, Outdated, type Snapshot } from '../driver.ts';
import type { ComputeDriver, Resources } from './compute.ts';
import { simulatedConsole } from './console.ts';
import { simulatedMetrics } from './metrics.ts';
import { hash, queued, type Step, stand, stepsBetween } from './steps.ts';

interface Row<S> {
  version: number;
  isRemoved: boolean;
  spec: S;
  steps: Step[];
}

/** The simulation of one kind of entity. */
interface Kind<S extends Snapshot> {
  name: string;
  /** The steps from the previous state. @throws DriverRefusal */
  steps(before: S | null, next: S, tx: Tx): Omit<Step, 'startsAt'>[] | Promise<Omit<Step, 'startsAt'>[]>;
  /** The part of a state to store: no password. */
  toStored?(spec: S): S;
}

const ID = 'simulated';
const TIMEOUT_MS = 10_000;
const GB = 1_073_741_824;

/** Ends with the signal, even if the database doesn't respond. */
async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<never>();
  const onAbort = () => over.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export interface SimulatedOptions {
  store: Store;
  /** Epoch ms; tests move it. */
  clock: () => number;
}

/**
 * Simulated servers, for installations without hosts: a state machine with timed steps. It stores its state in the database,
 * so a restart of the process has no effect; the progress of a step depends only on the clock.
 */
export function simulatedDriver({ store, clock }: SimulatedOptions): ComputeDriver {
  const servers = simulatedResources<ServerSpec>(store, clock, {
    name: 'server',
    steps: stepsBetween,
    toStored: (spec) => ({ ...spec, password: { ...spec.password, value: null } }),
  });
  const images = simulatedResources<ImageSpec>(store, clock, {
    name: 'image',
    async steps(before, next, tx) {
      if (before) return [];
      if (
        !(await loadSimulatedRow(tx, 'server', next.sourceId)) &&
        !(next.kind === 'backup' && (await loadSimulatedRow(tx, 'volume', next.sourceId)))
      )
        throw new DriverRefusal('server:reason.noServer');
      return [{ phase: 'snapshotting', ms: 12_000 }];
    },
  });
  const volumes = simulatedResources<VolumeSpec>(store, clock, {
    name: 'volume',
    steps(before, next) {
      if (before && next.size < before.size) throw new DriverRefusal('server:reason.diskShrinks');
      const isWritten = before !== null && next.image.count !== before.image.count;
      return [isWritten ? { phase: 'restoring', ms: 15_000 } : { phase: 'changing', ms: 3_000 }];
    },
  });
  const quick = (name: string) => simulatedResources(store, clock, { name, steps: () => [{ phase: 'changing', ms: 1_000 }] });

  const loadServer = async (id: string): Promise<Row<ServerSpec>> => {
    const row = await loadSimulatedRow<ServerSpec>(store.reader, 'server', id);
    if (!row || row.isRemoved) throw new DriverRefusal('server:reason.noServer');
    return row;
  };
  return {
    ...servers.driver,
    capabilities: { engine: 'simulated', consoles: ['serial'], firewall: 'full', addresses: true, reverseDns: true, metrics: true },
    progress: (id, signal) =>
      servers.progress<ServerProgress>(id, signal, ({ spec, steps }) => ({
        // It starts after the last step.
        power: stand(steps, clock()).phase === null || spec.power === 'off' ? spec.power : 'on',
        ...simulatedAddresses(id),
        // Servers from before there were additional addresses have none stored.
        addresses: (spec.addresses ?? []).map((one) => ({ id: one.id, address: simulatedAddresses(one.id)[one.kind] })),
      })),
    images: {
      ...images.driver,
      progress: (id, signal) =>
        images.progress<ImageProgress>(id, signal, ({ spec, steps }) => ({
          // Between one and five GB; the changes since the parent are an eighth of that.
          size: stand(steps, clock()).phase === null ? Math.floor((GB + (hash(id) % (4 * GB))) / (spec.parentId === null ? 1 : 8)) : null,
        })),
    },
    volumes: plain(volumes),
    networks: plain(quick('network')),
    firewalls: plain(quick('firewall')),
    async metrics(id, window, signal) {
      const { spec, steps } = await until(signal, loadServer(id));
      return simulatedMetrics(spec, window, steps);
    },
    async console(id, kind, reader) {
      const { spec } = await loadServer(id);
      if (kind !== 'serial') throw new DriverRefusal('server:reason.noConsole');
      if (spec.power === 'off') throw new DriverRefusal('server:reason.isOff');
      return simulatedConsole(spec, reader, clock);
    },
  };
}

const plain = <S extends Snapshot>({ driver, progress }: Simulated<S>): Resources<S, Progress> => ({
  ...driver,
  progress: (id, signal) => progress(id, signal, () => ({})),
});

interface Simulated<S extends Snapshot> {
  driver: Driver<S, object>;
  progress<P extends Progress>(id: string, signal: AbortSignal, more: (row: Row<S>) => Omit<P, keyof Progress>): Promise<P | null>;
}

function simulatedResources<S extends Snapshot>(
  store: Store,
  clock: () => number,
  { name, steps: stepsOf, toStored = (spec) => spec }: Kind<S>,
) {
  const write = (id: string, signal: AbortSignal, work: (tx: Tx, row: Row<S> | null) => Promise<void>) =>
    until(
      signal,
      store.write(`simulated:${name}:${id}`, async (tx) => work(tx, await loadSimulatedRow<S>(tx, name, id))),
    );
  const driver: Driver<S, object> = {
    id: ID,
    capabilities: {},
    timeoutMs: TIMEOUT_MS,
    apply: (next, signal) =>
      write(next.id, signal, async (tx, row) => {
        if (row && (row.version > next.version || (row.isRemoved && row.version === next.version))) throw new Outdated(row.version);
        if (row?.version === next.version) return;
        const before = row && !row.isRemoved ? row : null;
        const steps = queued(before?.steps ?? [], await stepsOf(before?.spec ?? null, next, tx), clock());
        await put(tx, name, { version: next.version, isRemoved: false, spec: toStored(next), steps });
      }),
    remove: ({ id, version }, signal) =>
      write(id, signal, async (tx, row) => {
        if (row && row.version > version) throw new Outdated(row.version);
        if (row?.isRemoved && row.version === version) return;
        const spec = { id, version } as S; // only its name is left
        await put(tx, name, { version, isRemoved: true, spec, steps: [] });
      }),
    async observe(id, signal) {
      const row = await until(signal, loadSimulatedRow<S>(store.reader, name, id));
      return row && !row.isRemoved ? row.version : null;
    },
  };
  const progress: Simulated<S>['progress'] = async (id, signal, more) => {
    const row = await until(signal, loadSimulatedRow<S>(store.reader, name, id));
    if (!row || row.isRemoved) return null;
    // `more` adds the fields of P that aren't in Progress.
    return { version: row.version, ...stand(row.steps, clock()), failure: null, ...more(row) } as unknown as never;
  };
  return { driver, progress } satisfies Simulated<S>;
}

async function loadSimulatedRow<S>(db: Pick<Tx, 'selectFrom'>, kind: string, id: string): Promise<Row<S> | null> {
  const row = await db.selectFrom('simulated').selectAll().where('id', '=', `${kind}:${id}`).executeTakeFirst();
  // Written by `put`.
  return row ? { version: row.version, isRemoved: row.removed, spec: row.spec as S, steps: row.steps as Step[] } : null;
}

/** Stores the state of an entity in the simulation. */
async function put<S extends Snapshot>(tx: Tx, kind: string, { version, isRemoved, spec, steps }: Row<S>): Promise<void> {
  const values = { version, removed: isRemoved, spec, steps };
  await tx
    .insertInto('simulated')
    .values({ id: `${kind}:${spec.id}`, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** Addresses reserved for tests and documentation (RFC 2544, RFC 3849): they aren't used on the Internet. */
function simulatedAddresses(id: string): { ipv4: string; ipv6: string } {
  const n = hash(id);
  return {
    ipv4: `198.${18 + ((n >>> 16) & 1)}.${(n >>> 8) & 255}.${1 + (n % 254)}`,
    ipv6: `2001:db8:${((n >>> 16) & 0xffff).toString(16)}:${(n & 0xffff).toString(16)}::1`,
  };
}

/** Writes a demo server or image that has existed for long, or is in the middle of `steps`. @returns its addresses */
export async function seedSimulated<S extends Snapshot>(tx: Tx, spec: S, steps: Step[], kind: 'server' | 'image' | 'volume' = 'server') {
  await put(tx, kind, { version: spec.version, isRemoved: false, spec, steps });
  return simulatedAddresses(spec.id);
}
