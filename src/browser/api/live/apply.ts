import type { Hint } from '../../../lib/contract/core/task.ts';
import { hydrateQueries, isOwnWrite, queryClient, staleGroups } from '../query.ts';

/** Longer than any navigation: events are stored this long for the page that is loading. */
const RETENTION_MS = 30_000;
/** While this window waits for the response to a write, the event of that write may arrive first. */
const SETTLE_MS = 100;

const recent: { hint: Hint; at: number }[] = [];
let waiting: Hint[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Handles an event: reads of its group become stale, and visible ones are repeated. A write of this window has already done that.
 * A hidden window waits until it is visible.
 */
export function applyHint(hint: Hint): void {
  const now = Date.now();
  while (recent[0] && recent[0].at < now - RETENTION_MS) recent.shift();
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

/** Events received since a time (epoch ms of this device). */
export const hintsSince = (moment: number): Hint[] => recent.filter(({ at }) => at >= moment).map(({ hint }) => hint);

/** Handles events that arrived while a page was loading: its data may be older. */
export function resumeHints(moment: number): void {
  hydrateQueries();
  waiting.push(...hintsSince(moment));
  settle();
}

export function forgetHints(): void {
  clearTimeout(timer);
  waiting = [];
  recent.length = 0;
}
