import type { HostReply } from '../../../compute/protocol.ts';
import type { ServerAccess } from '../../../lib/contract/cloud/server.ts';
import type { ConsoleKind } from '../../../lib/contract/cloud/serverConsole.ts';
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
import type { Driver, Snapshot } from '../driver.ts';

/** Accepts a state immediately and works towards it; `progress` reports how far it is. Null: the entity doesn't exist. */
export type Resources<S extends Snapshot, P extends Progress> = Driver<S, object> & {
  progress(id: string, signal: AbortSignal): Promise<P | null>;
};

/** An open console. The data of a serial one is text; a graphical one speaks RFB (RFC 6143), in bytes. */
export interface ConsoleStream {
  /** Input of the customer. */
  write(data: string | Uint8Array): void;
  resize(columns: number, rows: number): void;
  close(): void;
}
export interface ConsoleReader {
  onData(data: string | Uint8Array): void;
  onClose(): void;
}

export interface ComputeCapabilities {
  engine: 'simulated' | 'connected';
  consoles: readonly ConsoleKind[];
  /** `ports`: hosts forward ports; of the firewall groups, only rules that open a port to everybody have an effect. */
  firewall: 'full' | 'ports';
  /** Whether hosts assign additional public addresses to servers. */
  addresses: boolean;
  /** Whether hostnames of its addresses are published. */
  reverseDns: boolean;
  /** Whether hosts measure their servers; without it, all values are null, and traffic isn't counted. */
  metrics: boolean;
}

/** What an engine outside of the portal has last reported about itself. */
export interface ComputeHealth {
  /** Whether it answered the last request. */
  isResponding: boolean;
  /** Epoch ms of its last response; null: none since the portal started. */
  respondedAt: number | null;
  /** What the operator should look at, in English. */
  problems: readonly string[];
}

/** Runs servers. `apply` and `remove` are for the servers themselves. */
export interface ComputeDriver extends Resources<ServerSpec, ServerProgress> {
  readonly capabilities: ComputeCapabilities;
  /** The systems that the hosts have an image of, as last observed. Absent: any can be installed. */
  installable?(): readonly { type: string; version: string }[];
  /** Codes of the data centers that it has a place for; null: not reported yet. Absent: all data centers are in one place. */
  places?(): readonly string[] | null;
  /** Absent: it is a part of the portal. */
  health?(): ComputeHealth;
  images: Resources<ImageSpec, ImageProgress>;
  volumes: Resources<VolumeSpec, Progress>;
  networks: Resources<NetworkSpec, Progress>;
  firewalls: Resources<FirewallSpec, Progress>;
  /** What was deleted from the hosts behind our back, as they report it now. Absent: it can't happen. */
  lost?(signal: AbortSignal): Promise<HostReply['lost']>;
  /** @param step milliseconds between two values */
  metrics(id: string, window: { from: number; to: number; step: number }, signal: AbortSignal): Promise<Metrics>;
  /** How a server without an address of its own is reached. Absent or null: at its addresses. */
  access?(id: string, signal: AbortSignal): Promise<ServerAccess | null>;
  /** The latest output of a server's serial port, as it was written; at most 256 KB. Absent: hosts don't record it. */
  bootLog?(id: string, signal: AbortSignal): Promise<string>;
  /** @throws DriverRefusal when the server has no such console, or is off */
  console(id: string, kind: ConsoleKind, reader: ConsoleReader): Promise<ConsoleStream>;
}
