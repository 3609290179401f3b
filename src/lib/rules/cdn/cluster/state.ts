import type { Health } from './options.ts';

/** Where a server stands, and how many results in a row have said otherwise. */
export interface Standing {
  health: Health;
  /** Results in a row that were not as `health` says. */
  streak: number;
}
interface Limits {
  failuresBeforeDown: number;
  successesBeforeUp: number;
}

/** What one more result makes of a server. Pure, so that the two processes which may read it agree. */
export function afterResult({ health, streak }: Standing, up: boolean, limits: Limits): Standing {
  if (health === (up ? 'up' : 'down')) return { health, streak: 0 };
  // Of an unknown server the results so far may have been of both kinds: `streak` below zero counts the failures.
  if (health === 'unknown') {
    const row = up ? Math.max(0, streak) + 1 : Math.min(0, streak) - 1;
    if (row >= limits.successesBeforeUp) return { health: 'up', streak: 0 };
    return -row >= limits.failuresBeforeDown ? { health: 'down', streak: 0 } : { health, streak: row };
  }
  const needed = up ? limits.successesBeforeUp : limits.failuresBeforeDown;
  return streak + 1 >= needed ? { health: up ? 'up' : 'down', streak: 0 } : { health, streak: streak + 1 };
}
