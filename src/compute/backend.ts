import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Metrics, Progress } from '../lib/rules/cloud/compute/spec.ts';
import type { Activity } from './convergence/activity.ts';
import type { HostReply, Kind, Reports, Specs } from './protocol.ts';
import type { AppliedStates } from './state/applied.ts';
import type { Entity, StateStore } from './state/store.ts';

export type ConsoleKind = 'serial' | 'graphical';

/** What the process gives to its backend. */
export interface Core<A extends AppliedStates> {
  store: StateStore<A>;
  activity: Activity;
  /** Lets an entity converge to its state. */
  kick(kind: Kind, id: string): void;
  log: Logger;
}

export interface SpecChecks<A extends AppliedStates> {
  /**
   * Whether a state can be applied, before it is stored.
   * @param before the state that it replaces; null: none
   * @throws Refused when it can't, NotReady while something that it needs isn't there
   */
  check<K extends Kind>(kind: K, before: Entity<K, A> | null, next: Specs[K]): void;
}

/**
 * Runs the entities: what differs between QEMU on this host and a cloud. The process stores their states, responds on the control socket,
 * and calls `converge` at the start and after each change.
 */
export interface Backend<A extends AppliedStates> {
  /** Before anything converges. @throws when it can't work */
  start(): Promise<void>;
  /** Stops the work and leaves the servers running. Steps that still run are interrupted; the store is still open. */
  stop(): Promise<void>;
  /**
   * Brings an entity to its newest state, or removes what is left of it. Does nothing when nothing is to be done.
   * @throws Refused when it failed for good, NotReady to be called again soon, and any other error to be called again later
   */
  converge(kind: Kind, id: string): Promise<void>;
  /** Reads what checks need, because they run in a transaction that can't wait. */
  prepareChecks(): Promise<SpecChecks<A>>;
  /** @throws NotReady while something else needs the entity */
  checkRemoval(kind: Kind, id: string): void;
  /** Whether something that was complete isn't any more, such as a machine that ended unexpectedly, and is worked on. */
  isBroken(kind: Kind, entity: Entity<Kind, A>): boolean;
  /** What a report has besides the progress. */
  describe<K extends Kind>(kind: K, entity: Entity<K, A>): Omit<Reports[K], keyof Progress>;
  describeHost(): Promise<HostReply>;
  /** @param window times in epoch ms, `step` in ms */
  readMetrics(id: string, window: { from: number; to: number; step: number }): Promise<Metrics>;
  /** The latest output of a serial port, as the server wrote it, at most 256 KB: also of one that is off. Absent: it isn't recorded. */
  readLog?(id: string): Promise<string>;
  /**
   * The bytes of the serial port, beginning with its latest output, or of the display's protocol (RFB, RFC 6143).
   * @returns null when the server doesn't exist or is off
   */
  openConsole(id: string, kind: ConsoleKind): Promise<Duplex | null>;
}
