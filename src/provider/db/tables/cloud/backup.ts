import type { StopReason } from '../../../../lib/contract/core/stopped.ts';
import type { TParams } from '../../../../lib/i18n/keys.ts';
import type { BackupState, BackupType, Cadence } from '../../../../lib/rules/cloud/backup.ts';
import type { Supply } from '../../../../lib/rules/core/supply.ts';

export interface BackupTable {
  id: string;
  accountId: string;
  name: string;
  description: string;
  type: BackupType;
  /** The parent of an incremental backup. */
  parentId: string | null;
  sourceKind: 'server' | 'volume';
  /** The server or volume that was backed up; the backup remains when the source is removed. */
  sourceId: string;
  sourceName: string;
  /** Disk size in GB: the minimum for restoring. */
  diskSize: number;
  /** For servers: the system at the time. */
  osId: number | null;
  osType: string | null;
  osVersion: string | null;
  /** Bytes; null until it is complete. */
  size: number | null;
  status: BackupState;
  /** Why it failed: a text key with params. */
  problem: string | null;
  problemParams: TParams | null;
  taskId: string | null;
  /** Taken by the schedule. */
  isScheduled: boolean;
  /** Hours until this time have been charged or were free; epoch ms. */
  meteredUntil: number;
  /** Accrued micro-mills of less than a mill. */
  carry: number;
  /** What `carry` is for. */
  pendingSupplies: Supply[] | null;
  /** The reasons why the account is suspended; nothing is charged during that time. */
  stops: StopReason[];
  createdAt: number;
}

/** The schedule for automatic backups of a server's disk or a volume. */
export interface BackupScheduleTable {
  /** The server or volume. */
  sourceId: string;
  accountId: string;
  sourceKind: 'server' | 'volume';
  every: Cadence;
  weekday: number;
  hour: number;
  keep: number;
  fullEvery: number;
  /** Start of the next window; epoch ms. */
  nextAt: number;
}
