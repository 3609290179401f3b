import { atom } from 'nanostores';

/** The item of spec.md section 3, "Notification and snackbar item". */
export interface Snackbar {
  _id: string;
  createdAt: number;
  title: string;
  type: 'error' | 'message' | 'success' | 'warning';
  description?: string;
  image?: string;
  action?: { label: string; run: () => void };
  /** 0 to 1 while something is on the way; such a snackbar stays until it is done. */
  progress?: number;
}

export const $snackbars = atom<readonly Snackbar[]>([]);

/** Milliseconds that a snackbar lives, by its place in the stack from 0 (spec.md section 9). */
export const lifetime = (position: number): number => Math.max(10_000 - 1000 * position, 3000 + 50 * position);

const timers = new Map<string, { timer: ReturnType<typeof setTimeout> | null; left: number; since: number }>();
let count = 0;

/** Shows a snackbar and returns its id. One with `progress` stays until it is dismissed. */
export function notify(item: Omit<Snackbar, '_id' | 'createdAt'>): string {
  const _id = `snackbar-${++count}`;
  const position = $snackbars.get().length;
  $snackbars.set([...$snackbars.get(), { ...item, _id, createdAt: Date.now() }]);
  if (item.progress === undefined) {
    const left = lifetime(position);
    timers.set(_id, { timer: setTimeout(() => dismiss(_id), left), left, since: Date.now() });
  }
  return _id;
}

export function updateSnackbar(id: string, change: Partial<Omit<Snackbar, '_id' | 'createdAt'>>): void {
  $snackbars.set($snackbars.get().map((item) => (item._id === id ? { ...item, ...change } : item)));
}

export function dismiss(id: string): void {
  const entry = timers.get(id);
  if (entry?.timer) clearTimeout(entry.timer);
  timers.delete(id);
  $snackbars.set($snackbars.get().filter((item) => item._id !== id));
}

/** While the pointer or the focus is on the stack nothing runs out. */
export function pauseSnackbars(): void {
  for (const entry of timers.values()) {
    if (!entry.timer) continue;
    clearTimeout(entry.timer);
    entry.timer = null;
    entry.left -= Date.now() - entry.since;
  }
}

export function resumeSnackbars(): void {
  for (const [id, entry] of timers) {
    if (entry.timer) continue;
    entry.since = Date.now();
    entry.timer = setTimeout(() => dismiss(id), Math.max(entry.left, 500));
  }
}
