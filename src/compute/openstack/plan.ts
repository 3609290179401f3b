import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { ServerSize, ServerState } from '../../lib/rules/cloud/server/states.ts';
import type { CloudServer } from './api/compute.ts';
import type { AppliedServer, ServerAction } from './applied.ts';
import { toMib } from './catalog.ts';

/** One request to the cloud. */
export type Step =
  | { do: Exclude<ServerAction, 'create' | 'attach' | 'detach'>; phase: ServerState }
  | { do: 'attach' | 'detach'; phase: ServerState; id: string }
  | { do: 'ports' | 'groups' | 'password' | 'rename'; phase: ServerState };

/** Statuses in which a server does nothing (Compute API guide, "Server concepts"). */
const restingStatuses = new Set(['ACTIVE', 'SHUTOFF', 'ERROR', 'VERIFY_RESIZE', 'RESCUE', 'PAUSED', 'SUSPENDED', 'SHELVED_OFFLOADED']);
export const isBusy = ({ status, taskState }: Pick<CloudServer, 'status' | 'taskState'>): boolean =>
  taskState !== null || !restingStatuses.has(status);

/** Nova's power state of a server that runs. */
export const RUNNING = 1;

export const hasSize = ({ flavor }: Pick<CloudServer, 'flavor'>, { cpu, ram, disk }: ServerSize): boolean =>
  flavor.cpu === cpu && flavor.ramMb === toMib(ram) && flavor.disk === disk;
const sameSize = (a: ServerSize, b: ServerSize): boolean => a.cpu === b.cpu && a.ram === b.ram && a.disk === b.disk;

/** The next step from what is observed of a server that isn't busy to what is wanted; null: nothing is left to do. */
export function nextStep(spec: ServerSpec, applied: AppliedServer, server: CloudServer): Step | null {
  const isWritten = applied.image === spec.image.count;
  // It was never installed.
  if (applied.image === null && server.status === 'ERROR') return { do: 'delete', phase: 'installingOs' };
  // The cloud resizes none in this status; a hard restart ends it, as writing the disk anew and stopping do.
  if (server.status === 'ERROR' && isWritten && spec.power === 'on') return { do: 'reboot', phase: 'restarting' };
  const resizing = stepOfSize(spec, applied, server, isWritten);
  if (resizing) return resizing;
  if (server.status === 'RESCUE' && (!spec.rescue || !isWritten)) return { do: 'unrescue', phase: 'unrescuing' };
  if (!isWritten) return { do: 'rebuild', phase: writePhase(spec) };
  return stepOfPower(spec, applied, server) ?? stepOfDevices(spec, applied, server) ?? stepOfSystem(spec, applied, server);
}

/** A size stays on trial for as long as the cloud's resize isn't confirmed, and no other action is possible meanwhile. */
function stepOfSize(spec: ServerSpec, { previousSize }: AppliedServer, server: CloudServer, isWritten: boolean): Step | null {
  const phase = 'resizing';
  if (server.status === 'VERIFY_RESIZE') {
    // One that has to stop keeps the new size.
    const mustStop = spec.power === 'off' && server.powerState === RUNNING;
    if (hasSize(server, spec.size)) return spec.trial && isWritten && !mustStop ? null : { do: 'confirm', phase };
    return { do: previousSize && sameSize(previousSize, spec.size) ? 'revert' : 'confirm', phase };
  }
  if (hasSize(server, spec.size)) return null;
  if (server.status === 'RESCUE') return { do: 'unrescue', phase };
  return { do: 'resize', phase };
}

function stepOfPower(spec: ServerSpec, applied: AppliedServer, { status }: CloudServer): Step | null {
  // Its resize is on trial.
  if (status === 'VERIFY_RESIZE') return null;
  // The cloud neither stops nor restarts a rescue system.
  if (status === 'RESCUE' && (spec.power === 'off' || spec.boot.count !== applied.boot))
    return { do: 'unrescue', phase: spec.power === 'off' ? 'stopping' : 'restarting' };
  const isOff = status === 'SHUTOFF';
  if (spec.power === 'off') return isOff ? null : { do: 'stop', phase: 'stopping' };
  if (spec.rescue && status !== 'RESCUE') return { do: 'rescue', phase: spec.boot.count === applied.boot ? 'rescuing' : 'restarting' };
  if (applied.power === 'off' && isOff) return { do: 'start', phase: 'starting' };
  if (spec.boot.count === applied.boot) return null;
  return isOff ? { do: 'start', phase: 'restarting' } : { do: 'reboot', phase: 'restarting' };
}

function stepOfDevices(spec: ServerSpec, applied: AppliedServer, { status }: CloudServer): Step | null {
  if (status === 'VERIFY_RESIZE' || status === 'RESCUE') return null;
  const phase = 'changing';
  const old = applied.volumes.find((id) => !spec.volumes.includes(id));
  if (old !== undefined) return { do: 'detach', phase, id: old };
  const next = spec.volumes.find((id) => !applied.volumes.includes(id));
  if (next !== undefined) return { do: 'attach', phase, id: next };
  const present = applied.ports.flatMap(({ networkId, address }) => (networkId === null ? [] : `${networkId} ${address}`));
  const wanted = spec.networks.map(({ networkId, address }) => `${networkId} ${address}`);
  if ([...present].sort().join() !== wanted.sort().join()) return { do: 'ports', phase };
  return null;
}

function stepOfSystem(spec: ServerSpec, applied: AppliedServer, { status, name }: CloudServer): Step | null {
  const phase = 'changing';
  if ([...applied.firewalls].sort().join() !== [...spec.firewalls].sort().join()) return { do: 'groups', phase };
  if (name !== spec.name) return { do: 'rename', phase };
  const { count, value } = spec.password;
  return count !== applied.password && value !== null && status === 'ACTIVE' ? { do: 'password', phase } : null;
}

export function writePhase({ image }: ServerSpec): ServerState {
  if (image.mode === 'restore') return 'restoring';
  if (image.mode === 'rebuild') return 'rebuilding';
  return image.mode === 'reload' ? 'reloading' : 'installingOs';
}

/** How a pending action stands, by a server that isn't busy. `waiting`: the cloud begins or ends it without a state of its own. */
export type Verdict = { is: 'waiting' } | { is: 'failed' } | { is: 'done'; change: Partial<AppliedServer> };

const FAILED: Verdict = { is: 'failed' };
const WAITING: Verdict = { is: 'waiting' };
const done = (change: Partial<AppliedServer>): Verdict => ({ is: 'done', change: { ...change, pending: null } });

/** @param spec of the version that the action belongs to */
export function judge(spec: ServerSpec, applied: AppliedServer, server: CloudServer): Verdict {
  const { pending } = applied;
  const { status } = server;
  const isUp = status === 'ACTIVE';
  const isOff = status === 'SHUTOFF';
  switch (pending?.action) {
    case 'create':
      return isUp || isOff ? done({ image: pending.count ?? null, power: 'on' }) : FAILED;
    case 'rebuild':
      return isUp || isOff ? done({ image: pending.count ?? null }) : FAILED;
    case 'resize':
      if (status === 'VERIFY_RESIZE') return done({});
      // The cloud confirms by itself, or found no host.
      return hasSize(server, spec.size) ? done({ previousSize: null }) : FAILED;
    case 'confirm':
    case 'revert':
      return status === 'VERIFY_RESIZE' ? WAITING : isUp || isOff ? done({ previousSize: null }) : FAILED;
    case 'rescue':
      return status === 'RESCUE' ? done({ power: 'on', boot: pending.count ?? applied.boot }) : FAILED;
    case 'unrescue':
      return isUp ? done({ power: 'on' }) : FAILED;
    case 'start':
    case 'reboot':
      return isUp ? done({ power: 'on', boot: pending.count ?? applied.boot }) : FAILED;
    case 'stop':
      return isOff ? done({ power: 'off' }) : FAILED;
    case 'delete':
    case 'attach':
    case 'detach':
      return WAITING;
    case undefined:
      return done({});
  }
}
