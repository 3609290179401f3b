import { atom } from 'nanostores';

/** A snackbar: type, title, description, duration and an optional action. */
export interface Snackbar {
  _id: string;
  createdAt: number;
  title: string;
  type: 'error' | 'message' | 'success' | 'warning';
  description?: string;
  image?: string;
  action?: { label: string; run: () => void };
}

export const $snackbars = atom<readonly Snackbar[]>([]);

/** Lifetime of a snackbar in milliseconds, by its position in the stack from 0. */
export const lifetime = (position: number): number => Math.max(10_000 - 1000 * position, 3000 + 50 * position);

/** The timers. `left` is in ms, as of `since`; a paused one has no timer. */
const timers = new Map<string, { timer: ReturnType<typeof setTimeout> | null; left: number; since: number }>();
let paused = false;
let count = 0;

/** Shows a snackbar and returns its id. */
export function notify(item: Omit<Snackbar, '_id' | 'createdAt'>): string {
  const _id = `snackbar-${++count}`;
  const position = $snackbars.get().length;
  $snackbars.set([...$snackbars.get(), { ...item, _id, createdAt: Date.now() }]);
  start(_id, lifetime(position));
  return _id;
}

export function dismiss(id: string): void {
  const entry = timers.get(id);
  if (entry?.timer) clearTimeout(entry.timer);
  timers.delete(id);
  $snackbars.set($snackbars.get().filter((item) => item._id !== id));
  // No event is sent when an element under the pointer is removed.
  if ($snackbars.get().length === 0) paused = false;
}

/** Pauses all timers while the pointer or the focus is on the stack. */
export function pauseSnackbars(): void {
  paused = true;
  for (const entry of timers.values()) {
    if (!entry.timer) continue;
    clearTimeout(entry.timer);
    entry.timer = null;
    entry.left -= Date.now() - entry.since;
  }
}

export function resumeSnackbars(): void {
  paused = false;
  // Those about to expire stay for another half a second.
  for (const [id, { timer, left }] of timers) if (!timer) start(id, Math.max(left, 500));
}

function start(id: string, left: number): void {
  timers.set(id, { timer: paused ? null : setTimeout(() => dismiss(id), left), left, since: Date.now() });
}
