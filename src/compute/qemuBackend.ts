import { readdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Metrics } from '../lib/node/metrics.ts';
import type { Backend, Core } from './backend.ts';
import { usedCapacity } from './capacity.ts';
import { listOffered, readCatalog } from './catalog.ts';
import { checkSpec } from './checks.ts';
import { openMachineConsole } from './consoles.ts';
import type { Context } from './context.ts';
import { convergeImage, hasDependents } from './convergence/images.ts';
import { Locks } from './convergence/locks.ts';
import { Restarts } from './convergence/restarts.ts';
import { convergeServer } from './convergence/servers.ts';
import { convergeVolume } from './convergence/volumes.ts';
import { type Engine, startEngine } from './engine.ts';
import type { ComputeSettings } from './env.ts';
import { Folders } from './folders.ts';
import { listHostProblems } from './hostProblems.ts';
import { Machines } from './machine/machines.ts';
import { readSerialLog } from './machine/serialLog.ts';
import { measureHost, measureServers } from './metrics/host.ts';
import { startSampler } from './metrics/sampler.ts';
import { makeStepMetrics } from './metrics/steps.ts';
import { readMetrics } from './metrics/store.ts';
import { NotReady } from './outcomes.ts';
import { isId, type Kind } from './protocol.ts';
import { endBlockHosts } from './qemu/blockHost.ts';
import { Machine } from './qemu/machine.ts';
import { determineAcceleration } from './qemu/probe.ts';
import { startResuming } from './space.ts';
import { type Applied, initialApplied } from './state/applied.ts';
import type { Entity } from './state/store.ts';

const SYSTEM_MS = 300_000;

export interface QemuOptions {
  settings: ComputeSettings;
  log: Logger;
  /** By default five minutes. */
  systemMs?: number;
  /** Where it reports its metrics; by default to nobody. */
  metrics?: Metrics;
}

/** Runs the servers with QEMU on this host. Adopts the machines that run. */
export async function startQemuEngine(options: QemuOptions): Promise<Engine<Applied> & { context: Context }> {
  const folders = new Folders(options.settings.folder);
  folders.create();
  const engine = await startEngine({
    folder: folders.root,
    initial: initialApplied,
    makeBackend: (core) => makeQemuBackend(core, folders, options),
    log: options.log,
  });
  return { ...engine, context: engine.backend.context };
}

function makeQemuBackend(core: Core<Applied>, folders: Folders, options: QemuOptions): Backend<Applied> & { context: Context } {
  const { settings, systemMs = SYSTEM_MS, metrics = new Metrics() } = options;
  const { store, log } = core;
  const restarts = new Restarts();
  const locks = new Locks();
  const machines = new Machines({
    onDeath(id) {
      log.warn({ server: id }, 'machine ended unexpectedly and is started again');
      store.apply('servers', id, { power: 'off', isHalted: false, cause: 'restarting' });
      restarts.schedule(id, () => core.kick('servers', id));
    },
    onHalt(id) {
      // Also the answer to our own request; a step that ends sets what follows.
      if (store.get('servers', id)?.spec.power === 'on') store.apply('servers', id, { isHalted: true });
    },
  });
  /** Null: not known yet. */
  let acceleration: Awaited<ReturnType<Context['acceleration']>> = null;
  const context: Context = {
    ...core,
    settings,
    folders,
    machines,
    locks,
    acceleration: () =>
      locks.run('acceleration', async () => {
        acceleration ??= await determineAcceleration({ settings, folders, store, log });
        return acceleration;
      }),
    systemMs,
    measureStep: makeStepMetrics(metrics),
  };
  measureServers(metrics, core, ({ applied }) => applied.power === 'on' && !applied.isHalted);
  measureHost(metrics, context);
  let stopSampler = () => {};
  let stopResuming = () => {};
  return {
    context,
    async start() {
      await endBlockHosts(folders.root);
      await adoptMachines(context);
      stopSampler = startSampler(context);
      stopResuming = startResuming(context);
    },
    async stop() {
      stopSampler();
      stopResuming();
      restarts.stop();
      machines.release();
    },
    converge: (kind, id) => converge[kind](context, id),
    async prepareChecks() {
      const catalog = await readCatalog(folders);
      return { check: (kind, before, next) => checkSpec(kind, { store, capacity: settings.capacity, catalog }, before, next) };
    },
    checkRemoval(kind, id) {
      if (kind === 'images' && hasDependents(context, id)) throw new NotReady('another copy needs it');
    },
    isBroken: (_, { spec, applied }) => 'power' in spec && 'power' in applied && spec.power === 'on' && applied.power === 'off',
    describe(kind, entity) {
      if (kind === 'servers') return describeServer(entity as Entity<'servers'>, settings.address) as never; // the kind says which report
      if (kind === 'images') return { size: (entity as Entity<'images'>).applied.size } as never; // as above
      return {} as never; // as above
    },
    async describeHost() {
      // Its first determination may start a system. One of the next calls has the result.
      if (acceleration === null)
        void context.acceleration().catch((error: unknown) => log.error({ err: error }, 'acceleration was not determined'));
      return {
        engine: 'qemu',
        capabilities: { consoles: ['serial', 'graphical'], firewall: 'ports', addresses: false, reverseDns: false, metrics: true },
        acceleration,
        images: await listOffered(folders),
        places: null,
        capacity: { total: settings.capacity, used: usedCapacity(store) },
        lost: { servers: [], volumes: [] },
        problems: await listHostProblems(folders, settings, acceleration),
      };
    },
    readMetrics: async (id, window) => readMetrics(store, id, window),
    readLog: (id) => readSerialLog(folders.machine(id)),
    openConsole: (id, kind) => openMachineConsole(machines, id, kind),
  };
}

/** Networks and firewall groups have no files: what uses them looks at their state. */
const converge: Readonly<Record<Kind, (context: Context, id: string) => Promise<void>>> = {
  servers: convergeServer,
  images: convergeImage,
  volumes: convergeVolume,
  networks: (context, id) => settle(context, 'networks', id),
  async firewalls(context, id) {
    await settle(context, 'firewalls', id);
    // Their forwards depend on it.
    for (const { id: server, spec } of context.store.list('servers')) if (spec.firewalls.includes(id)) context.kick('servers', server);
  },
};

async function settle({ store, activity }: Context, kind: 'networks' | 'firewalls', id: string): Promise<void> {
  const entity = store.find(kind, id);
  if (entity?.isRemoved) store.clear(kind, id);
  else if (entity) store.apply(kind, id, { version: entity.version, failure: null });
  activity.clear(kind, id);
}

/** Connects to the machines of an earlier process, and ends those that no server has. */
async function adoptMachines({ folders, store, machines, log }: Context): Promise<void> {
  for (const id of (await readdir(folders.servers)).filter(isId)) {
    const machine = await Machine.adopt(id, folders.machine(id));
    const entity = store.get('servers', id);
    // A start that wasn't recorded is repeated: nobody knows what this machine was started with.
    if (machine && entity?.applied.power === 'on') {
      log.info({ server: id }, 'machine adopted');
      machines.add(machine);
      const { status } = await machine.qmp.execute<{ status: string }>('query-status');
      store.apply('servers', id, { isHalted: status === 'shutdown' });
    } else {
      if (machine) log.warn({ server: id }, 'machine that no server needs was ended');
      await machine?.quit();
      if (entity?.applied.power === 'on') store.apply('servers', id, { power: 'off', isHalted: false, cause: 'restarting' });
    }
  }
}

const describeServer = ({ applied }: Entity<'servers'>, address: string) => ({
  power: applied.power === 'on' && !applied.isHalted ? 'on' : 'off',
  ipv4: address,
  ipv6: null,
  // Additional addresses need privileges on the host's network.
  addresses: [],
  forwards: applied.forwards,
});
