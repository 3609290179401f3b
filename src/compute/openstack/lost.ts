import type { Logger } from 'pino';
import { getServer } from './api/compute.ts';
import { isCloudError } from './api/errors.ts';
import { getVolume } from './api/volume.ts';
import type { Cloud } from './cloud.ts';
import { loseServer } from './servers.ts';
import { loseVolume } from './volumes.ts';

const LOST = 'server:reason.lost';
/** What a server or volume is in the middle of for longer is not going to end: its host or the message queue lost the request. */
const STUCK_MS = 1_800_000;
type Kind = 'servers' | 'volumes';

/** Finds what somebody else has changed in the cloud. */
export class Losses {
  readonly #cloud: Cloud;
  readonly #log: Logger;
  /** What the last list didn't have, by kind and region: a list may leave something out for a moment. */
  readonly #missing = new Map<string, ReadonlySet<string>>();
  /** What the operator should look at, by kind and region. */
  readonly #problems = new Map<string, string[]>();

  constructor(cloud: Cloud, log: Logger) {
    this.#cloud = cloud;
    this.#log = log;
  }

  /** What somebody else has deleted. */
  lost(): Record<Kind, string[]> {
    const { store } = this.#cloud;
    return { servers: store.listFailed('servers', LOST), volumes: store.listFailed('volumes', LOST) };
  }

  /** What the operator should look at. */
  problems(): string[] {
    const { servers, volumes } = this.lost();
    return [
      ...[...this.#problems.values()].flat(),
      ...servers.map((id) => `server ${id} was deleted in the cloud`),
      ...volumes.map((id) => `volume ${id} was deleted in the cloud`),
    ];
  }

  /** Compares what is known with a complete list. What is being worked on is left to that work. */
  async compare(kind: Kind, region: string): Promise<void> {
    const { observations } = this.#cloud;
    this.#report(kind, region);
    const before = this.#missing.get(`${kind} ${region}`);
    const missing = this.#listMissing(kind, region);
    this.#missing.set(`${kind} ${region}`, new Set(missing));
    for (const id of missing.filter((one) => before?.has(one))) await this.#lose(kind, id);
    // The next list decides about the others.
    if (kind === 'servers' && missing.some((id) => !before?.has(id))) observations.listAll(region);
  }

  #listMissing(kind: Kind, region: string): string[] {
    const { store, observations } = this.#cloud;
    return store.list(kind).flatMap(({ id, applied: { home, cloudId, pending } }) => {
      if (home?.region !== region || cloudId === null || pending !== null) return [];
      const found = kind === 'servers' ? observations.server(region, cloudId) : observations.volume(region, cloudId);
      return found === null ? [id] : [];
    });
  }

  /** Records that it is gone, if its service says so too. */
  async #lose(kind: Kind, id: string): Promise<void> {
    const { store, signal } = this.#cloud;
    const { home, cloudId } = store.get(kind, id)?.applied ?? {};
    if (!home || !cloudId) return;
    const read = kind === 'servers' ? getServer : getVolume;
    const found = await read(this.#cloud.scope(home), cloudId, signal).catch((error: unknown) => {
      if (!isCloudError(error)) throw error;
      this.#log.warn({ kind, id, fault: error.message }, 'the next list decides whether it is gone');
      return undefined;
    });
    if (found !== null) return;
    const [server, volume] = kind === 'servers' ? [store.get('servers', id), null] : [null, store.get('volumes', id)];
    // It may have been removed or made again meanwhile.
    if (server?.applied.cloudId === cloudId) loseServer(this.#cloud, server);
    if (volume?.applied.cloudId === cloudId) loseVolume(this.#cloud, volume);
  }

  #report(kind: Kind, region: string): void {
    const { store, observations } = this.#cloud;
    const known = new Map([...store.list(kind), ...store.listLeftovers(kind)].map(({ id, applied }) => [id, applied]));
    const name = kind === 'servers' ? 'server' : 'volume';
    const listed = kind === 'servers' ? observations.servers(region) : observations.volumes(region);
    const found = [...listed].flatMap(({ id, nasimId, status, updatedAt, ...more }) => {
      if (nasimId === null) return [];
      const task = 'taskState' in more ? more.taskState : status.endsWith('ing') ? status : null;
      if (task !== null && updatedAt !== null && Date.now() - updatedAt > STUCK_MS)
        return [`${name} ${nasimId} (${id}) has been in progress (${task}) since ${new Date(updatedAt).toISOString()}`];
      if (status === 'deleting') return [];
      const applied = known.get(nasimId);
      if (!applied) return [`${name} ${id} of ${nasimId} is in the cloud and not in Nasim`];
      if (applied.pending === null && applied.cloudId !== null && applied.cloudId !== id)
        return [`${name} ${id} is in the cloud besides ${applied.cloudId} of ${nasimId}`];
      const fault = 'fault' in more ? `: ${more.fault?.message ?? 'no reason'}` : '';
      return status === 'ERROR' ? [`server ${nasimId} (${id}) is in the status ERROR${fault}`] : [];
    });
    const key = `${kind} ${region}`;
    const before = this.#problems.get(key) ?? [];
    for (const problem of found.filter((one) => !before.includes(one))) this.#log.error({ region }, problem);
    this.#problems.set(key, found);
  }
}
