import type { Duplex } from 'node:stream';
import type { Env } from '../../../config/env.ts';
import type {
  FirewallSpec,
  ImageProgress,
  ImageSpec,
  Metrics,
  NetworkSpec,
  Progress,
  ServerProgress,
  ServerSpec,
  VolumeSpec,
} from '../../../lib/rules/cloud/compute/spec.ts';
import type { Store } from '../../db/open.ts';
import type { Driver, Snapshot } from '../driver.ts';
import { simulatedDriver } from './simulated.ts';

/** Accepts a state immediately and works towards it; `progress` reports how far it is. Null: the entity doesn't exist. */
export type Resources<S extends Snapshot, P extends Progress> = Driver<S, object> & {
  progress(id: string, signal: AbortSignal): Promise<P | null>;
};

/** An open console. */
export interface ConsoleStream {
  /** Input of the customer. */
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

/** Runs servers. `apply` and `remove` are for the servers themselves. */
export interface ComputeDriver extends Resources<ServerSpec, ServerProgress> {
  readonly capabilities: ComputeCapabilities;
  images: Resources<ImageSpec, ImageProgress>;
  volumes: Resources<VolumeSpec, Progress>;
  networks: Resources<NetworkSpec, Progress>;
  firewalls: Resources<FirewallSpec, Progress>;
  /** @param step milliseconds between two values */
  metrics(id: string, window: { from: number; to: number; step: number }, signal: AbortSignal): Promise<Metrics>;
  /** @throws DriverRefusal when the server has no such console, or is off */
  console(id: string, kind: 'serial' | 'graphical', reader: ConsoleReader): Promise<ConsoleStream>;
  /** The graphical console: the bytes of its protocol (RFB). Throws like `console`. */
  display?(id: string): Promise<Duplex>;
}

/** The driver selected by `COMPUTE_DRIVER`; null: this installation sells no servers. */
export const makeComputeDriver = (env: Pick<Env, 'COMPUTE_DRIVER'>, store: Store, clock: () => number): ComputeDriver | null =>
  env.COMPUTE_DRIVER === 'none' ? null : simulatedDriver({ store, clock });
