import type { DiskType, Power, ServerState } from '../../../../lib/rules/cloud/server/states.ts';

export interface ServerTable {
  id: string;
  accountId: string;
  /** Unique in the account, without regard to case. */
  name: string;
  description: string;
  /** JSON: texts. */
  tags: string;
  dataCenterId: number;
  /** Code of the catalogue; null: a size of its own. */
  plan: string | null;
  cpu: number;
  /** GB, as `diskSize`. */
  ram: number;
  diskSize: number;
  diskType: DiskType;
  osId: number;
  osType: string;
  osVersion: string;
  /** Null until the driver has assigned them. */
  ipv4: string | null;
  ipv6: string | null;
  /** As it is wanted; while an action is under way it may not be reached. */
  power: Power;
  state: ServerState;
  /** The state of the action that was begun last: what `failed` failed at. */
  doing: ServerState;
  rescue: number;
  protect: number;
  /** Renews a prepaid period by itself. */
  /** 1: the driver restarts it when its health check fails. */
  autopilot: number;
  /** 1: a prepaid period is renewed from the wallet. */
  autoRenew: number;
  /** Counts restarts, installations and passwords: a driver acts when a count is another than the one it knows. */
  bootCount: number;
  bootHard: number;
  imageCount: number;
  imageMode: 'install' | 'reload' | 'rebuild' | 'restore';
  imageSnapshotId: string | null;
  passwordCount: number;
  /** Sealed; null once the driver has it and the customer has seen it. */
  password: string | null;
  /** Epoch ms: until then the customer may see it, once. Null: there is none to see. */
  passwordUntil: number | null;
  /** JSON of the size before a trial resize; null: none is on trial. */
  previousSize: string | null;
  /** JSON of `ServerSettings`. */
  settings: string;
  /** Micro-mills an hour. */
  hourlyRate: number;
  period: 'payg' | 'day' | 'month' | 'year';
  /** The hours until then have been charged; epoch ms. */
  meteredUntil: number;
  /** When a server for a limited time is removed. */
  expiresAt: number | null;
  suspendedAt: number | null;
  /** Why `failed` failed: a text key with params (JSON). */
  problem: string | null;
  problemParams: string | null;
  /** The task and the event of what is under way. */
  taskId: string | null;
  eventId: string | null;
  poweredOnAt: number | null;
  isDemo: number;
  version: number;
  createdAt: number;
}

/** What happened to a server, for its events screen. */
export interface ServerEventTable {
  id: string;
  accountId: string;
  serverId: string;
  time: number;
  endedAt: number | null;
  /** Email of who asked for it; empty: the system did. */
  actor: string;
  action: string;
  status: 'running' | 'done' | 'failed';
  /** Why it failed: a text key with params (JSON). */
  message: string | null;
  messageParams: string | null;
  taskId: string | null;
}

/** The usage of a server in a calendar month (UTC): a line of the invoice. */
export interface ServerUsageTable {
  id: string;
  accountId: string;
  /** Stays when the server is removed. */
  serverId: string;
  serverName: string;
  /** As in `2026-11`. */
  month: string;
  hours: number;
  microMills: number;
  /** Mills that were booked: `microMills`, rounded once. */
  booked: number;
}

export interface SnapshotTable {
  id: string;
  accountId: string;
  /** Of which it was taken; it outlives the server. */
  serverId: string;
  serverName: string;
  name: string;
  /** GB of the disk: the least that it can be restored to. */
  diskSize: number;
  osId: number;
  osType: string;
  osVersion: string;
  /** Bytes; null until it is complete. */
  size: number | null;
  status: 'creating' | 'ready' | 'failed' | 'removing';
  createdAt: number;
}

/** What the simulated compute driver keeps: it stands for the hosts of a real one, and nothing else reads it. */
export interface SimulatedTable {
  /** `kind:id`. */
  id: string;
  version: number;
  removed: number;
  /** JSON of the state that was applied last. */
  spec: string;
  /** JSON of the steps under way, in order. */
  steps: string;
}

/** Why a server is stopped though its owner did not power it off. */
export interface ServerSuspensionTable {
  serverId: string;
  /** `balance`: the balance was below zero for 24 hours. `cap`: a spending cap was reached. */
  reason: 'balance' | 'cap';
  suspendedAt: number;
}
