import type { Env } from '../../../lib/env.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import type { DiskType, Power, ServerSize, ServerState } from '../../../lib/rules/cloud/server/states.ts';
import type { Store } from '../../db/open.ts';
import type { Driver, Snapshot } from '../driver.ts';
import { simulatedDriver } from './simulated.ts';

/**
 * A server as it shall be. What is done rather than held (a restart, an installation, a new password) is a count: the driver acts when
 * it is another than the one it acted on last, so a repeated call does it once.
 */
export interface ServerSpec extends Snapshot {
  name: string;
  /** Code of the data center. */
  dataCenter: string;
  size: ServerSize & { diskType: DiskType };
  /** The former size is kept until a later version drops or restores it. */
  trial: boolean;
  image: {
    count: number;
    mode: 'install' | 'reload' | 'rebuild' | 'restore';
    os: { type: string; version: string };
    /** The disk is written from this image in place of the system's. */
    imageId: string | null;
  };
  power: Power;
  /** Restarts it when its health check fails. */
  autopilot: boolean;
  boot: { count: number; hard: boolean };
  /** Boots the rescue system in place of its own. */
  rescue: boolean;
  /** `value` is null once the driver has it. */
  password: { count: number; value: string | null };
  /** OpenSSH public keys, and cloud-init user data. */
  access: { sshKeys: readonly string[]; userData: string | null };
  /**
   * Ids of what the other parts of the driver hold. One that it doesn't hold yet is being brought to it: `apply` throws an error that
   * passes, and is called again.
   */
  networks: readonly { networkId: string; address: string }[];
  firewalls: readonly string[];
  volumes: readonly string[];
}

/**
 * A copy of a disk: a snapshot, or a backup. An incremental backup names its parent, which is removed after it: until then `remove` of
 * the parent throws an error that passes.
 */
export interface ImageSpec extends Snapshot {
  /** Of the server, or of the volume. */
  sourceId: string;
  kind: 'snapshot' | 'backup';
  parentId: string | null;
}
export interface VolumeSpec extends Snapshot {
  /** GB; only grows. */
  size: number;
  type: DiskType;
  /** Of the disk in the server, at most 20 characters: servers find it by this. */
  serial: string;
  dataCenter: string;
  /** It is written from this image when the count is another than the one that was written last. 0: it is delivered empty. */
  image: { count: number; imageId: string | null };
}
export interface NetworkSpec extends Snapshot {
  cidr: string;
  dataCenter: string;
}
export interface FirewallSpec extends Snapshot {
  /** In their order, of which the first that matches decides. Incoming traffic that none matches is dropped, outgoing traffic passes. */
  rules: readonly {
    direction: 'in' | 'out';
    protocol: 'ipv4' | 'ipv6';
    transport: 'tcp' | 'udp' | 'icmp' | 'any';
    /** Null: all ports, or the first port alone. */
    portFrom: number | null;
    portTo: number | null;
    source: string;
    action: 'allow' | 'deny';
  }[];
}

/** How far a thing is on the way to the version that was applied last. */
export interface Progress {
  version: number;
  /** What goes on; null: nothing. */
  phase: ServerState | null;
  /** 0 to 100, of everything that goes on. */
  percent: number;
  /** Epoch ms when it will be done, as far as is known. */
  endsAt: number | null;
  /** It was begun and can't be completed; the same version would fail again. */
  failure: { key: TKey; params?: TParams } | null;
}
export interface ServerProgress extends Progress {
  power: Power;
  ipv4: string | null;
  ipv6: string | null;
}
export interface ImageProgress extends Progress {
  /** Bytes. */
  size: number | null;
}

/** Accepts a state at once and works towards it; `progress` tells how far it is. Null: it holds no such thing. */
export type Things<S extends Snapshot, P extends Progress> = Driver<S, object> & {
  progress(id: string, signal: AbortSignal): Promise<P | null>;
};

export const metricNames = ['cpu', 'ram', 'diskRead', 'diskWrite', 'netIn', 'netOut'] as const;
export type MetricName = (typeof metricNames)[number];
/** Epoch ms and one value for each; cpu is 0 to 1, ram in bytes, the others in bytes a second. Null: it wasn't measured or was off. */
export interface Metrics {
  times: number[];
  values: Record<MetricName, (number | null)[]>;
}

/** An open console. */
export interface ConsoleLine {
  /** What the customer typed. */
  write(text: string): void;
  resize(columns: number, rows: number): void;
  close(): void;
}
export interface ConsoleReader {
  onData(text: string): void;
  onClose(): void;
}

export interface ComputeCapabilities {
  engine: 'simulated' | 'connected';
  consoles: readonly ('serial' | 'graphical')[];
}

/** Runs servers. `apply` and `remove` are those of the servers themselves. */
export interface ComputeDriver extends Things<ServerSpec, ServerProgress> {
  readonly capabilities: ComputeCapabilities;
  images: Things<ImageSpec, ImageProgress>;
  volumes: Things<VolumeSpec, Progress>;
  networks: Things<NetworkSpec, Progress>;
  firewalls: Things<FirewallSpec, Progress>;
  /** @param step milliseconds between two values */
  metrics(id: string, window: { from: number; to: number; step: number }, signal: AbortSignal): Promise<Metrics>;
  /** @throws DriverRefusal when the server has no such console, or is off */
  console(id: string, kind: 'serial' | 'graphical', reader: ConsoleReader): Promise<ConsoleLine>;
}

/** What `COMPUTE_DRIVER` chooses; null: this installation sells no servers. */
export const makeComputeDriver = (env: Pick<Env, 'COMPUTE_DRIVER'>, store: Store, clock: () => number): ComputeDriver | null =>
  env.COMPUTE_DRIVER === 'none' ? null : simulatedDriver({ store, clock });
