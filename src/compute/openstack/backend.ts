import type { Logger } from 'pino';
import { Metrics } from '../../lib/node/metrics.ts';
import type { Power } from '../../lib/rules/cloud/server/states.ts';
import type { Backend, Core } from '../backend.ts';
import { type Engine, startEngine } from '../engine.ts';
import { measureServers } from '../metrics/host.ts';
import { makeStepMetrics } from '../metrics/steps.ts';
import { isRefused, NotReady } from '../outcomes.ts';
import type { Kind } from '../protocol.ts';
import type { Entity } from '../state/store.ts';
import { getConsoleOutput } from './api/compute.ts';
import { isCloudError } from './api/errors.ts';
import { type AppliedServer, initialOpenstack, type OpenstackApplied } from './applied.ts';
import { Catalog } from './catalog.ts';
import { checkCloudSpec } from './checks.ts';
import { Cloud, openSession } from './cloud.ts';
import { openCloudConsole } from './consoles.ts';
import { toOutcome } from './faults.ts';
import { convergeFirewall } from './firewalls.ts';
import { Gate } from './gate.ts';
import { convergeImage } from './images.ts';
import { Losses } from './lost.ts';
import { convergeNetwork } from './networks.ts';
import { type Intervals, Observations } from './observations.ts';
import { RUNNING } from './plan.ts';
import { convergeServer } from './servers.ts';
import type { OpenstackSettings } from './settings.ts';
import { convergeVolume } from './volumes.ts';

export interface OpenstackOptions {
  /** The folder that the process owns. */
  folder: string;
  settings: OpenstackSettings;
  intervals?: Intervals;
  log: Logger;
  /** Where it reports its metrics; by default to nobody. */
  metrics?: Metrics;
}

/** Entities that are worked on at the same time, so that thousands of them don't flood the cloud after a start. */
const PARALLEL = 8;
const REMOVAL_MS = 60_000;
/** In lines. */
const BOOT_LOG_LENGTH = 1_000;
const INTERVALS: Intervals = { busyMs: 3_000, restMs: 60_000, faultMs: 10_000, inUseMs: 5_000 };

export interface OpenstackBackend extends Backend<OpenstackApplied> {
  cloud: Cloud;
}

/** Runs the servers in an OpenStack cloud. */
export const startOpenstackEngine = (options: OpenstackOptions): Promise<Engine<OpenstackApplied, OpenstackBackend>> =>
  startEngine({
    folder: options.folder,
    initial: initialOpenstack,
    makeBackend: (core) => makeOpenstackBackend(core, options),
    log: options.log,
  });

function makeOpenstackBackend(core: Core<OpenstackApplied>, options: OpenstackOptions): OpenstackBackend {
  const { settings, intervals = INTERVALS, log, metrics = new Metrics() } = options;
  const { store } = core;
  const ended = new AbortController();
  const session = openSession(settings);
  const catalog = new Catalog(settings.images);
  const regions = [...new Set([...settings.places.values()].map(({ region }) => region))];
  const observations = new Observations({
    session,
    regions,
    intervals,
    signal: ended.signal,
    kick: core.kick,
    onRest: (region) => catalog.refresh(session, region, ended.signal, log),
    onComplete(region, list) {
      void losses.compare(list, region).catch((error: unknown) => log.error({ err: error, region }, 'comparison with the cloud failed'));
    },
    log,
  });
  const gate = new Gate(PARALLEL);
  const cloud = new Cloud({
    settings,
    core,
    session,
    catalog,
    observations,
    intervals,
    signal: ended.signal,
    measureStep: makeStepMetrics(metrics),
  });
  const losses = new Losses(cloud, log);
  measureServers(metrics, core, ({ applied }) => powerOf(observations, applied) === 'on');

  return {
    cloud,
    start: async () => observations.start(),
    async stop() {
      ended.abort(new Error('the process ends'));
      await observations.stop();
      await session.close();
    },
    async converge(kind, id) {
      try {
        await gate.run(() => converge[kind](cloud, id));
      } catch (error) {
        if (ended.signal.aborted) return;
        const outcome = toOutcome(error, log, `${kind}/${id}`, intervals.faultMs);
        // A removal is never given up, so that nothing is left in the cloud.
        throw isRefused(outcome) && store.find(kind, id)?.isRemoved ? new NotReady(outcome.message, REMOVAL_MS) : outcome;
      }
    },
    prepareChecks: async () => ({ check: (kind, before, next) => checkCloudSpec(cloud, kind, before, next) }),
    // The cloud refuses to delete what something needs, and the removal is repeated.
    checkRemoval: () => {},
    isBroken: () => false,
    describe(kind, entity) {
      if (kind === 'servers') return describeServer(cloud, entity as Entity<'servers', OpenstackApplied>) as never; // the kind says which report
      if (kind === 'images') return { size: (entity as Entity<'images', OpenstackApplied>).applied.size } as never; // as above
      return {} as never; // as above
    },
    describeHost: async () => ({
      engine: 'openstack',
      // An address that moves to another server would become another one, and Nova's figures are counters that would have to be polled.
      capabilities: { consoles: ['serial', 'graphical'], firewall: 'full', addresses: false, reverseDns: false, metrics: false },
      acceleration: null,
      images: catalog.installable(),
      places: [...settings.places.keys()],
      capacity: null,
      lost: losses.lost(),
      problems: [...observations.faults(), ...cloud.problems(), ...catalog.problems(), ...losses.problems()],
    }),
    readMetrics: async () => ({ times: [], values: { cpu: [], ram: [], diskRead: [], diskWrite: [], netIn: [], netOut: [] } }),
    async readLog(id) {
      const { home, cloudId } = store.get('servers', id)?.applied ?? {};
      if (!home || !cloudId) return '';
      try {
        return await getConsoleOutput(cloud.scope(home), cloudId, BOOT_LOG_LENGTH, ended.signal);
      } catch (error) {
        // It isn't on a host at the moment.
        if (isCloudError(error, 'notFound', 'conflict')) return '';
        throw toOutcome(error, log, `servers/${id}`, intervals.faultMs);
      }
    },
    openConsole: (id, kind) => openCloudConsole(cloud, id, kind),
  };
}

const converge: Readonly<Record<Kind, (cloud: Cloud, id: string) => Promise<void>>> = {
  servers: convergeServer,
  images: convergeImage,
  volumes: convergeVolume,
  networks: convergeNetwork,
  firewalls: convergeFirewall,
};

function describeServer({ observations }: Cloud, { applied }: Entity<'servers', OpenstackApplied>) {
  const { ipv4, ipv6 } = applied;
  return { power: powerOf(observations, applied), ipv4, ipv6, addresses: [], forwards: [] };
}

/** What was observed last; before that, what was requested last. */
function powerOf(observations: Observations, { home, cloudId, power, image }: AppliedServer): Power {
  if (!home || !cloudId || image === null) return 'off';
  const server = observations.server(home.region, cloudId);
  if (!server) return power;
  const { status, powerState } = server;
  const isOff = status === 'SHUTOFF' || status === 'ERROR' || (status === 'VERIFY_RESIZE' && powerState !== RUNNING);
  return isOff ? 'off' : 'on';
}
