import type { Health } from './options.ts';

/** The health of a server, and how many consecutive results have contradicted it. */
export interface Standing {
  health: Health;
  /** Consecutive results that differ from `health`. */
  streak: number;
}
interface Limits {
  failuresBeforeDown: number;
  successesBeforeUp: number;
}

/** The state of a server after one more result. Pure, so that two processes reading it agree. */
export function afterResult({ health, streak }: Standing, up: boolean, limits: Limits): Standing {
  if (health === (up ? 'up' : 'down')) return { health, streak: 0 };
  // The results of an unknown server may be mixed so far: a negative `streak` counts failures.
  if (health === 'unknown') {
    const row = up ? Math.max(0, streak) + 1 : Math.min(0, streak) - 1;
    if (row >= limits.successesBeforeUp) return { health: 'up', streak: 0 };
    return -row >= limits.failuresBeforeDown ? { health: 'down', streak: 0 } : { health, streak: row };
  }
  const needed = up ? limits.successesBeforeUp : limits.failuresBeforeDown;
  return streak + 1 >= needed ? { health: up ? 'up' : 'down', streak: 0 } : { health, streak: streak + 1 };
}

/** Whether a server gets requests of visitors who aren't bound to any while all servers are up. */
export const getsNewVisitors = ({
  backup,
  weight,
  draining,
}: {
  backup: boolean;
  weight: number;
  draining?: boolean | undefined;
}): boolean => !backup && weight > 0 && !draining;
