/** States of a server. `ready`, `rescued`, `resized` and `failed` are idle; in every other state an action is in progress. */
export const serverStates = [
  'installingOs',
  'ready',
  'starting',
  'stopping',
  'restarting',
  'rebuilding',
  'reloading',
  'rescuing',
  'rescued',
  'unrescuing',
  'resizing',
  'resized',
  'changing',
  'snapshotting',
  'restoring',
  'removing',
  'failed',
] as const;
export type ServerState = (typeof serverStates)[number];

export const powers = ['on', 'off'] as const;
export type Power = (typeof powers)[number];

const atRest: ReadonlySet<ServerState> = new Set(['ready', 'rescued', 'resized', 'failed']);
export const isBusy = (state: ServerState): boolean => !atRest.has(state);

/** Days that the former size is kept after a resize on trial; then the new size is kept. */
export const trialDays = 7;

/** It runs its own system: also while a resize is on trial. */
export const isRunning = ({ state, power }: { state: ServerState; power: Power }): boolean =>
  (state === 'ready' || state === 'resized') && power === 'on';

export const diskTypes = ['ssd', 'nvme'] as const;
export type DiskType = (typeof diskTypes)[number];

/** Cores, and GB of memory and disk. */
export interface ServerSize {
  cpu: number;
  ram: number;
  disk: number;
}

/** Maximum size of a server of this account; a provider replaces it with the capacity of its hosts. */
export const sizeLimits = {
  cpu: { min: 1, max: 32 },
  ram: { min: 1, max: 128 },
  disk: { min: 10, max: 2000 },
} as const;

/** A host name of one label (RFC 1123): letters, digits and hyphens, none at the ends. */
export const serverNamePattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Latin letters, digits, hyphens and dots. */
export const snapshotNamePattern = /^[a-z0-9.-]+$/i;
export const tagPattern = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u;
export const maxTags = 20;
