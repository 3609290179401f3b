import type { ServerSpec } from '../../../lib/rules/cloud/compute/spec.ts';
import type { ServerState } from '../../../lib/rules/cloud/server/states.ts';
import { DriverRefusal } from '../driver.ts';

/** A step of the simulation, from `startsAt` for `ms`. */
export interface Step {
  phase: ServerState;
  startsAt: number;
  ms: number;
}
type Doing = Omit<Step, 'startsAt'>;

/** FNV-1a, 32 bits: the same values for the same server at the same time. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  // Avalanche of murmur3; without it, names that differ only in the last letter would have similar values.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** 20 to 60 seconds. */
const installMs = (id: string) => 20_000 + (hash(id) % 40_001);

const sameSize = (a: ServerSpec['size'], b: ServerSpec['size']) =>
  a.cpu === b.cpu && a.ram === b.ram && a.disk === b.disk && a.diskType === b.diskType;

/**
 * The steps from one state to another.
 * @throws DriverRefusal when it isn't possible
 */
export function stepsBetween(before: ServerSpec | null, next: ServerSpec): Doing[] {
  if (!before) return [{ phase: 'installingOs', ms: installMs(next.id) }];
  const isWritten = next.image.count !== before.image.count;
  if (next.size.disk < before.size.disk && !isWritten && !before.trial) throw new DriverRefusal('server:reason.diskShrinks');
  const steps: Doing[] = [];
  if (isWritten) steps.push(...writing(next));
  if (!sameSize(before.size, next.size)) steps.push({ phase: 'resizing', ms: 15_000 });
  if (next.rescue !== before.rescue) steps.push({ phase: next.rescue ? 'rescuing' : 'unrescuing', ms: 8_000 });
  else if (next.power !== before.power && !isWritten)
    steps.push(next.power === 'on' ? { phase: 'starting', ms: 5_000 } : { phase: 'stopping', ms: 4_000 });
  else if (next.boot.count !== before.boot.count) {
    if (next.power === 'off') throw new DriverRefusal('server:reason.isOff');
    steps.push({ phase: 'restarting', ms: next.boot.hard ? 8_000 : 6_000 });
  }
  if (steps.length === 0 && changed(before, next)) steps.push({ phase: 'changing', ms: 2_000 });
  return steps;
}

function writing({ image, id }: ServerSpec): Doing[] {
  if (image.mode === 'restore') return [{ phase: 'restoring', ms: 25_000 }];
  if (image.mode === 'rebuild') return [{ phase: 'rebuilding', ms: installMs(id) }];
  return [
    { phase: 'reloading', ms: 6_000 },
    { phase: 'installingOs', ms: installMs(id) },
  ];
}

const changed = (a: ServerSpec, b: ServerSpec): boolean => {
  const rest = ({ version: _, ...spec }: ServerSpec) => JSON.stringify({ ...spec, password: spec.password.count });
  return rest(a) !== rest(b);
};

/** Appends steps to those in progress. */
export function queued(steps: readonly Step[], added: readonly Doing[], now: number): Step[] {
  const last = steps.at(-1);
  let at = last ? Math.max(now, last.startsAt + last.ms) : now;
  const all = [...steps];
  for (const step of added) {
    all.push({ ...step, startsAt: at });
    at += step.ms;
  }
  return all.filter(({ startsAt, ms }) => startsAt + ms > now);
}

/** The progress of a list of steps at a time. */
export function stand(steps: readonly Step[], now: number): { phase: ServerState | null; percent: number; endsAt: number | null } {
  const current = steps.find(({ startsAt, ms }) => startsAt + ms > now);
  const [first, last] = [steps[0], steps.at(-1)];
  if (!current || !first || !last) return { phase: null, percent: 100, endsAt: null };
  const endsAt = last.startsAt + last.ms;
  const share = (now - first.startsAt) / (endsAt - first.startsAt);
  return { phase: current.phase, percent: Math.max(0, Math.min(99, Math.floor(share * 100))), endsAt };
}
