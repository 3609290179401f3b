import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Kind } from '../protocol.ts';
import { type CloudServer, listServers } from './api/compute.ts';
import { isCloudError } from './api/errors.ts';
import type { CloudSession } from './api/session.ts';
import { type CloudVolume, listVolumes } from './api/volume.ts';

/** In milliseconds. */
export interface Intervals {
  /** Between two rounds while something is in progress. */
  busyMs: number;
  /** Between two rounds at rest. */
  restMs: number;
  /** Until a service that doesn't respond is asked again. */
  faultMs: number;
  /** Until something that another thing still uses is tried again. */
  inUseMs: number;
}
/** So often all servers are listed, because a deletion that was missed isn't reported again. */
const FULL_MS = 600_000;
/** Clocks of the cloud may be behind ours by so much. */
const SKEW_MS = 120_000;

/** What is listed, each by a service of its own, so that one that is down leaves the others. */
const lists = ['servers', 'volumes'] as const;
type List = (typeof lists)[number];

interface Region {
  servers: Map<string, CloudServer>;
  volumes: Map<string, CloudVolume>;
  /** Epoch ms of the start of the last complete list; 0: none. */
  serversAt: number;
  volumesAt: number;
  fullAt: number;
  /** `kind/id` of entities that converge again after the next round. */
  waiting: Set<string>;
  /** Why the last list failed, or what is read at rest. */
  faults: Map<List | 'catalog', string>;
}

export interface ObservationsOptions {
  session: CloudSession;
  regions: readonly string[];
  intervals: Intervals;
  signal: AbortSignal;
  kick(kind: Kind, id: string): void;
  /** After each complete list of the servers or volumes of a region, and after servers were deleted. */
  onComplete(region: string, list: 'servers' | 'volumes'): void;
  /** Before each round at rest. */
  onRest(region: string): Promise<void>;
  log: Logger;
}

/** What exists in the cloud, as last listed: a few lists for all projects instead of a request for each server. */
export class Observations {
  readonly #options: ObservationsOptions;
  readonly #regions: ReadonlyMap<string, Region>;
  readonly #wake = new Map<string, AbortController>();
  #loops: Promise<void>[] = [];

  constructor(options: ObservationsOptions) {
    this.#options = options;
    this.#regions = new Map(options.regions.map((region) => [region, newRegion()]));
  }

  server(region: string, id: string): CloudServer | null {
    return this.#regions.get(region)?.servers.get(id) ?? null;
  }
  volume(region: string, id: string): CloudVolume | null {
    return this.#regions.get(region)?.volumes.get(id) ?? null;
  }
  /** Whether a list that began after a time is complete. */
  isAfter(region: string, what: List, since: number): boolean {
    return since > 0 && (this.#regions.get(region)?.[`${what}At`] ?? 0) > since;
  }
  /** All servers of a region, as last listed. */
  servers(region: string): Iterable<CloudServer> {
    return this.#regions.get(region)?.servers.values() ?? [];
  }
  /** Whether the cloud has a server or volume of ours, also one that this process doesn't know. */
  has(kind: 'servers' | 'volumes', region: string, nasimId: string): boolean {
    return [...this[kind](region)].some((one) => one.nasimId === nasimId);
  }
  /** All volumes of a region, as last listed. */
  volumes(region: string): Iterable<CloudVolume> {
    return this.#regions.get(region)?.volumes.values() ?? [];
  }
  /** The next list of the servers of a region is complete. */
  listAll(region: string): void {
    const state = this.#regions.get(region);
    if (state) state.fullAt = 0;
  }
  /** What the operator has to know: services that don't respond. */
  faults(): string[] {
    return [...this.#regions].flatMap(([region, { faults }]) => [...new Set(faults.values())].map((fault) => `region ${region}: ${fault}`));
  }
  /** A name that we have changed. */
  rename(region: string, id: string, name: string): void {
    const servers = this.#regions.get(region)?.servers;
    const server = servers?.get(id);
    if (server) servers?.set(id, { ...server, name });
  }

  /** Kicks an entity after the next round of its region. */
  wait(kind: Kind, id: string, region: string): void {
    const waiting = this.#regions.get(region)?.waiting;
    const isFirst = waiting?.size === 0;
    waiting?.add(`${kind}/${id}`);
    if (isFirst) this.#wake.get(region)?.abort();
  }

  start(): void {
    this.#loops = [...this.#regions.keys()].map((region) => this.#loop(region));
  }
  async stop(): Promise<void> {
    for (const wake of this.#wake.values()) wake.abort();
    await Promise.allSettled(this.#loops);
  }

  async #loop(region: string): Promise<void> {
    const { signal, intervals } = this.#options;
    let restedAt = 0;
    while (!signal.aborted) {
      const began = Date.now();
      if (began - restedAt >= intervals.restMs) {
        restedAt = began;
        await this.#options.onRest(region).then(
          () => this.#report(region, 'catalog', null),
          (error: unknown) => this.#report(region, 'catalog', error),
        );
      }
      await this.round(region);
      // Busy rounds begin at their interval; a resting one ends as soon as something waits.
      const isBusy = () => (this.#regions.get(region)?.waiting.size ?? 0) > 0;
      // Services that don't respond aren't asked every few seconds.
      const hasFault = (this.#regions.get(region)?.faults.size ?? 0) > 0;
      const busyMs = hasFault ? Math.max(intervals.busyMs, intervals.faultMs) : intervals.busyMs;
      const until = () => began + (isBusy() ? Math.min(busyMs, intervals.restMs) : intervals.restMs);
      while (!signal.aborted && Date.now() < until()) {
        const wake = new AbortController();
        this.#wake.set(region, wake);
        const ms = Math.max(1, until() - Date.now());
        await wait(ms, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(() => {});
      }
    }
  }

  /** One round: lists what is needed, and lets what waited for it converge. */
  async round(region: string): Promise<void> {
    const state = this.#regions.get(region);
    if (!state) return;
    const { waiting } = state;
    const needs = (...kinds: Kind[]) => [...waiting].some((name) => kinds.some((kind) => name.startsWith(`${kind}/`)));
    const isResting = Date.now() - state.serversAt >= this.#options.intervals.restMs || waiting.size === 0;
    const list = (name: List, isNeeded: boolean, work: () => Promise<void>) =>
      isNeeded &&
      work().then(
        () => this.#report(region, name, null),
        (error: unknown) => this.#report(region, name, error),
      );
    await Promise.all([
      list('servers', isResting || needs('servers', 'images'), () => this.#listServers(region, state)),
      list('volumes', isResting || needs('servers', 'volumes'), () => this.#listVolumes(region, state)),
    ]);
    // What waits for a list that failed waits again.
    state.waiting = new Set();
    for (const name of waiting) {
      const [kind, id] = name.split('/') as [Kind, string]; // as `wait` wrote it
      this.#options.kick(kind, id);
    }
  }

  /** @param error null: it worked */
  #report(region: string, list: List | 'catalog', error: unknown): void {
    const { signal, log } = this.#options;
    const faults = this.#regions.get(region)?.faults;
    if (signal.aborted || !faults) return;
    const before = faults.get(list);
    if (error === null) {
      if (faults.delete(list)) log.info({ region, list }, 'service responds again');
      return;
    }
    const fault = error instanceof Error ? error.message : String(error);
    if (before !== fault) log.error({ err: isCloudError(error) ? error.message : error, region, list }, 'service failed to respond');
    faults.set(list, fault);
  }

  async #listServers(region: string, state: Region): Promise<void> {
    const { session, signal } = this.#options;
    const now = Date.now();
    const scope = (await session.own(signal)).inRegion(region);
    const isFull = now - state.fullAt >= FULL_MS;
    const since = new Date(state.serversAt - SKEW_MS).toISOString();
    const servers = await listServers(scope, { allProjects: true, ...(!isFull && { changesSince: since }) }, signal);
    if (isFull) state.servers = new Map();
    let isShorter = false;
    for (const server of servers)
      if (server.status === 'DELETED' || server.status === 'SOFT_DELETED') isShorter = state.servers.delete(server.id) || isShorter;
      else state.servers.set(server.id, server);
    state.serversAt = now;
    if (isFull) state.fullAt = now;
    if (isFull || isShorter) this.#options.onComplete(region, 'servers');
  }

  async #listVolumes(region: string, state: Region): Promise<void> {
    const { session, signal } = this.#options;
    const now = Date.now();
    const scope = (await session.own(signal)).inRegion(region);
    state.volumes = new Map((await listVolumes(scope, { allProjects: true }, signal)).map((volume) => [volume.id, volume]));
    state.volumesAt = now;
    this.#options.onComplete(region, 'volumes');
  }
}

const newRegion = (): Region => ({
  servers: new Map(),
  volumes: new Map(),
  serversAt: 0,
  volumesAt: 0,
  fullAt: 0,
  waiting: new Set(),
  faults: new Map(),
});
