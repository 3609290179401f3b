import { key } from '../../i18n/key.ts';
import type { TKey } from '../../i18n/keys.ts';
import { DAY, HOUR } from '../../time.ts';

export const backupTypes = ['full', 'incremental'] as const;
export type BackupType = (typeof backupTypes)[number];
export const backupStates = ['creating', 'ready', 'failed', 'removing'] as const;
export type BackupState = (typeof backupStates)[number];

/** Maximum number of backups per account. */
export const maxBackups = 200;

export const cadences = ['day', 'week'] as const;
export type Cadence = (typeof cadences)[number];
/** When scheduled backups are taken, and how many are kept. */
export interface BackupPlan {
  every: Cadence;
  /** 0 is Sunday; for `week`. */
  weekday: number;
  /** Start of the window, UTC. */
  hour: number;
  /** Minimum number of backups to keep; older ones are deleted chain by chain. */
  keep: number;
  /** Every nth backup is full; 1: all are. */
  fullEvery: number;
}
export const defaultPlan: BackupPlan = { every: 'week', weekday: 0, hour: 2, keep: 4, fullEvery: 4 };
export const backupRetention = { min: 1, max: 30 } as const;
export const fullEveryLimits = { min: 1, max: 14 } as const;
/** Hours after the start of a window in which a backup may start. */
export const windowHours = 2;

/** The first start of a window after a time; epoch ms. */
export function nextWindow(after: number, { every, weekday, hour }: Pick<BackupPlan, 'every' | 'weekday' | 'hour'>): number {
  let at = Math.floor(after / DAY) * DAY + hour * HOUR;
  while (at <= after || (every === 'week' && new Date(at).getUTCDay() !== weekday)) at += DAY;
  return at;
}

/** Days without a backup after which a server gets a warning: twice the interval, or a week. */
export const oldAfterDays = (every: Cadence | null): number => (every === 'day' ? 2 : every === 'week' ? 14 : 7);

/** `none`: there is no backup; `old`: the last one is too old. @param lastAt epoch ms */
export function backupAge(lastAt: number | null, every: Cadence | null, now: number): 'none' | 'old' | 'fresh' {
  if (lastAt === null) return 'none';
  return now - lastAt > oldAfterDays(every) * DAY ? 'old' : 'fresh';
}

interface Linked {
  id: string;
  parentId: string | null;
}

/** All backups that depend on this one, oldest first. */
export function backupDependents<B extends Linked>(all: readonly B[], id: string): B[] {
  const found: B[] = [];
  const from = new Set([id]);
  // Parents are older than their children, so one pass by age is enough.
  for (const one of all)
    if (one.parentId !== null && from.has(one.parentId)) {
      from.add(one.id);
      found.push(one);
    }
  return found;
}

/** The full backup of a backup's chain, and all backups based on it, oldest first. @param all oldest first */
export function backupChain<B extends Linked>(all: readonly B[], id: string): B[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  let root = byId.get(id);
  while (root?.parentId) {
    const parent = byId.get(root.parentId);
    if (!parent) break;
    root = parent;
  }
  return root ? [root, ...backupDependents(all, root.id)] : [];
}

/**
 * Backups of the schedule that are no longer retained: whole chains, oldest first, as long as at least `retained` are left. A chain with a
 * manual backup stays.
 * @param all ready backups of one source, oldest first
 */
export function expired<B extends Linked & { isScheduled: boolean }>(all: readonly B[], retained: number): B[] {
  const gone: B[] = [];
  let left = all.filter(({ isScheduled }) => isScheduled).length;
  const roots = all.filter(({ parentId }) => parentId === null || !all.some(({ id }) => id === parentId));
  for (const root of roots.slice(0, -1)) {
    const chain = [root, ...backupDependents(all, root.id)];
    if (!chain.every(({ isScheduled }) => isScheduled)) continue;
    if (left - chain.length < retained) break;
    gone.push(...chain);
    left -= chain.length;
  }
  return gone;
}

/** The type of the next backup of a schedule. @param all ready backups of the source, oldest first */
export function nextType(all: readonly { type: BackupType; isScheduled: boolean }[], fullEvery: number): BackupType {
  const lastFull = all.findLastIndex(({ type }) => type === 'full');
  return lastFull === -1 || all.length - lastFull >= fullEvery ? 'full' : 'incremental';
}

/** Why a backup can't be written to a disk; null: it can. Sizes in GB. */
export function restoreFault({ status, diskSize }: { status: BackupState; diskSize: number }, target: { size: number }): TKey | null {
  if (status !== 'ready') return key('backup:reason.notReady');
  return diskSize > target.size ? key('backup:error.diskTooSmall') : null;
}
