import type { Failure, ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { Power, ServerState } from '../../lib/rules/cloud/server/states.ts';
import type { Forward, Kind } from '../protocol.ts';

/* What has been done for an entity. Each step stores its result when it ends, so that a kill repeats at most one step. */

/** `version`: the newest one that is applied completely; 0: none. */
export interface AppliedVersion {
  version: number;
  failure: (Failure & { version: number }) | null;
}

/** What a backend stores for each kind of entity. */
export type AppliedStates = { readonly [K in Kind]: AppliedVersion };

export interface AppliedServer extends AppliedVersion {
  /** Counter of the image that is on the disk; null: there is no disk. */
  image: number | null;
  /** GB of the disk. */
  disk: number;
  /** Counters of restarts and passwords. */
  boot: number;
  password: number;
  /** `on`: QEMU should be running. */
  power: Power;
  /** The guest has powered itself off; QEMU isn't started again until the customer restarts it. */
  isHalted: boolean;
  /** What the machine was stopped for and is started again for; null: to be off. */
  cause: ServerState | null;
  /** The configuration that the machine runs with. */
  cpu: number;
  ram: number;
  rescue: boolean;
  volumes: readonly string[];
  networks: ServerSpec['networks'];
  forwards: readonly Forward[];
  /** Forwards that the next start or change will set up: their ports belong to this server already. */
  reserved: readonly Forward[];
}
export interface AppliedImage extends AppliedVersion {
  /** Bytes on the disk of the host; null: not taken yet. */
  size: number | null;
  /** GB of the disk that it is a copy of. */
  disk: number;
  /** The copy that it contains the difference to. */
  parentId: string | null;
}
export interface AppliedVolume extends AppliedVersion {
  /** GB; 0: not created yet. */
  size: number;
  image: number;
}

export interface Applied {
  servers: AppliedServer;
  images: AppliedImage;
  volumes: AppliedVolume;
  networks: AppliedVersion;
  firewalls: AppliedVersion;
}

const none: AppliedVersion = { version: 0, failure: null };
/** Nothing has been done yet. */
export const initialApplied: { readonly [K in Kind]: Applied[K] } = {
  servers: {
    ...none,
    image: null,
    disk: 0,
    boot: 0,
    password: 0,
    power: 'off',
    isHalted: false,
    cause: null,
    cpu: 0,
    ram: 0,
    rescue: false,
    volumes: [],
    networks: [],
    forwards: [],
    reserved: [],
  },
  images: { ...none, size: null, disk: 0, parentId: null },
  volumes: { ...none, size: 0, image: 0 },
  networks: none,
  firewalls: none,
};
