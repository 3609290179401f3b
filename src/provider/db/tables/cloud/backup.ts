import type { BackupState, BackupType, Cadence } from '../../../../lib/rules/cloud/backup.ts';

export interface BackupTable {
  id: string;
  accountId: string;
  name: string;
  description: string;
  type: BackupType;
  /** What an incremental one is built on. */
  parentId: string | null;
  sourceKind: 'server' | 'volume';
  /** Of which it was taken; it outlives the source. */
  sourceId: string;
  sourceName: string;
  /** GB of the disk: the least that it can be restored to. */
  diskSize: number;
  /** Of a server: its system then. */
  osId: number | null;
  osType: string | null;
  osVersion: string | null;
  /** Bytes; null until it is complete. */
  size: number | null;
  status: BackupState;
  /** Why it failed: a text key with params (JSON). */
  problem: string | null;
  problemParams: string | null;
  taskId: string | null;
  /** 1: the schedule has taken it. */
  isScheduled: number;
  /** The hours until then have been charged, or were free; epoch ms. */
  meteredUntil: number;
  /** Micro-mills that were accrued and are less than a mill. */
  carry: number;
  /** JSON: the reasons why the account is stopped, in which time nothing is charged. */
  stops: string;
  createdAt: number;
}

/** When backups of a server's disk or a volume are taken by themselves. */
export interface BackupScheduleTable {
  /** Of the server or volume. */
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
