import type { Core } from './backend.ts';
import type { Locks } from './convergence/locks.ts';
import type { ComputeSettings } from './env.ts';
import type { Folders } from './folders.ts';
import type { Machines } from './machine/machines.ts';
import type { MeasureStep } from './metrics/steps.ts';
import type { Applied } from './state/applied.ts';

/** What the parts of the QEMU backend share. */
export interface Context extends Core<Applied> {
  settings: ComputeSettings;
  folders: Folders;
  machines: Machines;
  /** `server:ID` while its disk or its process is worked on. */
  locks: Locks;
  /** Waits for the probe; null while there is no system to test it with. */
  acceleration(): Promise<'kvm' | 'tcg' | null>;
  /** How long an installation waits for the system to come up, in ms. */
  systemMs: number;
  measureStep: MeasureStep;
}
