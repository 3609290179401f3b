import type { Logger } from 'pino';
import type { Activity } from './convergence/activity.ts';
import type { Locks } from './convergence/locks.ts';
import type { ComputeSettings } from './env.ts';
import type { Folders } from './folders.ts';
import type { Machines } from './machine/machines.ts';
import type { MeasureStep } from './metrics/steps.ts';
import type { Kind } from './protocol.ts';
import type { StateStore } from './state/store.ts';

/** What the parts of the process share. */
export interface Context {
  settings: ComputeSettings;
  folders: Folders;
  store: StateStore;
  machines: Machines;
  /** `server:ID` while its disk or its process is worked on. */
  locks: Locks;
  activity: Activity;
  /** Waits for the probe; null while there is no system to test it with. */
  acceleration(): Promise<'kvm' | 'tcg' | null>;
  /** Lets an entity converge to its state. */
  kick(kind: Kind, id: string): void;
  /** How long an installation waits for the system to come up, in ms. */
  systemMs: number;
  measureStep: MeasureStep;
  log: Logger;
}
