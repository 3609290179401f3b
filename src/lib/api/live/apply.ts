import type { Hint } from '../../contract/task.ts';
import { isOwnWrite, queryClient, staleGroups, takeReads } from '../query.ts';

/** A navigation takes no longer; so long a hint is kept for the page that it brings. */
const KEEP_MS = 30_000;
/** While this window waits for the answer of a write, its hint is on the way as well. */
const SETTLE_MS = 100;

const recent: { hint: Hint; at: number }[] = [];
let waiting: Hint[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Takes a hint: reads of its group are out of date, and those that are shown are made anew. A write of this window has done so
 * already. A window that nobody looks at waits until somebody does.
 */
export function hear(hint: Hint): void {
  const now = Date.now();
  while (recent[0] && recent[0].at < now - KEEP_MS) recent.shift();
  recent.push({ hint, at: now });
  waiting.push(hint);
  settle();
}

export function settle(): void {
  clearTimeout(timer);
  if (waiting.length === 0 || document.visibilityState === 'hidden') return;
  if (queryClient.isMutating() > 0) {
    timer = setTimeout(settle, SETTLE_MS);
    return;
  }
  const groups = new Set(waiting.filter(({ by }) => !isOwnWrite(by)).map(({ group }) => group));
  waiting = [];
  if (groups.size > 0) staleGroups(groups);
}

/** Hints that came since a moment (epoch ms of this device). */
export const heardSince = (moment: number): Hint[] => recent.filter(({ at }) => at >= moment).map(({ hint }) => hint);

/** A page was on its way while these hints came: what it brought may be older than they are. */
export function hearAgain(moment: number): void {
  takeReads();
  waiting.push(...heardSince(moment));
  settle();
}

export function forgetHints(): void {
  clearTimeout(timer);
  waiting = [];
  recent.length = 0;
}
