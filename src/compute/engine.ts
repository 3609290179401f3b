import { readdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Metrics } from '../lib/node/metrics.ts';
import type { Context } from './context.ts';
import { Activity } from './convergence/activity.ts';
import { Convergence } from './convergence/convergence.ts';
import { convergeImage } from './convergence/images.ts';
import { Locks } from './convergence/locks.ts';
import { Restarts } from './convergence/restarts.ts';
import { convergeServer } from './convergence/servers.ts';
import { convergeVolume } from './convergence/volumes.ts';
import type { ComputeSettings } from './env.ts';
import { Folders } from './folders.ts';
import { Machines } from './machine/machines.ts';
import { measureHost } from './metrics/host.ts';
import { startSampler } from './metrics/sampler.ts';
import { makeStepMetrics } from './metrics/steps.ts';
import { isId, isKind, type Kind, kinds } from './protocol.ts';
import { endBlockHosts } from './qemu/blockHost.ts';
import { Machine } from './qemu/machine.ts';
import { determineAcceleration } from './qemu/probe.ts';
import { StateStore } from './state/store.ts';

const SYSTEM_MS = 300_000;

export interface EngineOptions {
  settings: ComputeSettings;
  log: Logger;
  /** By default five minutes. */
  systemMs?: number;
  /** Where it reports its metrics; by default to nobody. */
  metrics?: Metrics;
}

export interface Engine {
  context: Context;
  /** Stops the work and leaves the machines running. */
  stop(): Promise<void>;
}

/** Adopts the machines that run, and brings everything to its newest state. */
export async function startEngine({ settings, log, systemMs = SYSTEM_MS, metrics = new Metrics() }: EngineOptions): Promise<Engine> {
  const folders = new Folders(settings.folder);
  folders.create();
  const store = new StateStore(folders);
  const restarts = new Restarts();
  const locks = new Locks();
  const machines = new Machines({
    onDeath(id) {
      log.warn({ server: id }, 'machine ended unexpectedly and is started again');
      store.apply('servers', id, { power: 'off', isHalted: false, cause: 'restarting' });
      restarts.schedule(id, () => context.kick('servers', id));
    },
    onHalt(id) {
      // Also the answer to our own request; a step that ends sets what follows.
      if (store.get('servers', id)?.spec.power === 'on') store.apply('servers', id, { isHalted: true });
    },
  });
  const convergence = new Convergence({
    work(name) {
      const { kind, id } = parseName(name);
      return converge[kind](context, id);
    },
    fail(name, { key, params }) {
      const { kind, id } = parseName(name);
      const entity = store.get(kind, id);
      // What was complete before is attempted again until it works.
      if (entity && entity.applied.version !== entity.version) store.apply(kind, id, { failure: { version: entity.version, key, params } });
      context.activity.clear(kind, id);
    },
    log,
  });
  const context: Context = {
    settings,
    folders,
    store,
    machines,
    locks,
    activity: new Activity(),
    acceleration: () => locks.run('acceleration', () => determineAcceleration({ settings, folders, store, log })),
    kick: (kind, id) => convergence.kick(`${kind}/${id}`),
    systemMs,
    measureStep: makeStepMetrics(metrics),
    log,
  };
  measureHost(metrics, context);
  await endBlockHosts(folders.root);
  await adoptMachines(context);
  for (const kind of Object.keys(kinds).filter(isKind))
    for (const { id } of [...store.list(kind), ...store.listLeftovers(kind)]) context.kick(kind, id);
  const stopSampler = startSampler(context);
  return {
    context,
    async stop() {
      stopSampler();
      restarts.stop();
      await convergence.stop();
      machines.release();
      store.close();
    },
  };
}

/** Networks and firewall groups have no files: what uses them looks at their state. */
const converge: Readonly<Record<Kind, (context: Context, id: string) => Promise<void>>> = {
  servers: convergeServer,
  images: convergeImage,
  volumes: convergeVolume,
  networks: (context, id) => settle(context, 'networks', id),
  firewalls: (context, id) => settle(context, 'firewalls', id),
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

function parseName(name: string): { kind: Kind; id: string } {
  const [kind = '', id = ''] = name.split('/');
  if (!isKind(kind)) throw new Error(`unknown kind ${kind}`);
  return { kind, id };
}
