import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { ServerState } from '../../lib/rules/cloud/server/states.ts';
import type { Forward } from '../protocol.ts';
import type { AppliedServer } from '../state/applied.ts';

/** One action on a machine. Each can be repeated when its end wasn't stored. */
export type Step =
  | { do: 'write' | 'grow' | 'start' | 'reset' | 'password'; phase: ServerState }
  /** `cause`: it is started again afterward, in this phase; null: it is off then. */
  | { do: 'stop'; phase: ServerState; cause: ServerState | null; hard: boolean }
  | { do: 'attachVolume' | 'detachVolume' | 'attachNetwork' | 'detachNetwork'; phase: ServerState; id: string }
  | { do: 'forward'; phase: ServerState };

/** The next step from what is applied to what is wanted; null: nothing is left to do. */
export function nextStep(spec: ServerSpec, applied: AppliedServer, forwards: readonly Forward[]): Step | null {
  const isUp = applied.power === 'on';
  if (applied.image !== spec.image.count) {
    const phase = writePhase(spec, applied);
    return isUp ? { do: 'stop', phase, cause: null, hard: true } : { do: 'write', phase };
  }
  // The disk stays as it is during a trial: a file system that has grown couldn't be made smaller again.
  if (!spec.trial && spec.size.disk > applied.disk) return { do: 'grow', phase: 'resizing' };
  if (!isUp) return spec.power === 'on' ? { do: 'start', phase: applied.cause ?? 'starting' } : null;
  return stepOfRunning(spec, applied) ?? changeOfDevices(spec, applied, forwards);
}

function stepOfRunning(spec: ServerSpec, applied: AppliedServer): Step | null {
  const hard = applied.isHalted;
  const restart = (phase: ServerState): Step => ({ do: 'stop', phase, cause: phase, hard });
  if (spec.power === 'off') return { do: 'stop', phase: 'stopping', cause: null, hard };
  if (spec.rescue !== applied.rescue) return restart(spec.rescue ? 'rescuing' : 'unrescuing');
  if (spec.size.cpu !== applied.cpu || spec.size.ram !== applied.ram) return restart('resizing');
  if (spec.boot.count !== applied.boot) return spec.boot.hard && !hard ? { do: 'reset', phase: 'restarting' } : restart('restarting');
  return null;
}

function changeOfDevices(spec: ServerSpec, applied: AppliedServer, forwards: readonly Forward[]): Step | null {
  const phase = 'changing';
  const added = <T>(wanted: readonly T[], present: readonly T[]) => wanted.find((one) => !present.includes(one));
  const volumes = { old: added(applied.volumes, spec.volumes), next: added(spec.volumes, applied.volumes) };
  if (volumes.old !== undefined) return { do: 'detachVolume', phase, id: volumes.old };
  if (volumes.next !== undefined) return { do: 'attachVolume', phase, id: volumes.next };
  const [before, wanted] = [applied.networks, spec.networks].map((networks) => networks.map(({ networkId }) => networkId));
  const networks = { old: added(before ?? [], wanted ?? []), next: added(wanted ?? [], before ?? []) };
  if (networks.old !== undefined) return { do: 'detachNetwork', phase, id: networks.old };
  if (networks.next !== undefined) return { do: 'attachNetwork', phase, id: networks.next };
  if (JSON.stringify(forwards) !== JSON.stringify(applied.forwards)) return { do: 'forward', phase };
  const { count, value } = spec.password;
  return count !== applied.password && value !== null && !applied.isHalted && !applied.rescue ? { do: 'password', phase } : null;
}

function writePhase({ image }: ServerSpec, applied: AppliedServer): ServerState {
  if (image.mode === 'restore') return 'restoring';
  if (image.mode === 'rebuild') return 'rebuilding';
  return applied.image === null ? 'installingOs' : 'reloading';
}

/** The phase in which a machine is started after its disk was written. */
export const phaseAfterWrite = ({ image }: ServerSpec): ServerState =>
  image.mode === 'restore' ? 'restoring' : image.mode === 'rebuild' ? 'rebuilding' : 'installingOs';
