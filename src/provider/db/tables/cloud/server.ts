import type { Generated } from 'kysely';
import type { AddressKind } from '../../../../lib/rules/cloud/server/address.ts';
import type { DiskType, Power, ServerState } from '../../../../lib/rules/cloud/server/states.ts';

export interface ServerTable {
  id: string;
  accountId: string;
  /** Unique in the account, case-insensitive. */
  name: string;
  description: string;
  /** JSON: texts. */
  tags: string;
  dataCenterId: number;
  /** Code of the catalogue; null: a custom size. */
  plan: string | null;
  cpu: number;
  /** GB, like `diskSize`. */
  ram: number;
  diskSize: number;
  diskType: DiskType;
  osId: number;
  osType: string;
  osVersion: string;
  /** Null until the driver has assigned them. */
  ipv4: string | null;
  ipv6: string | null;
  /** The desired state; it may not have been reached while an action is in progress. */
  power: Power;
  state: ServerState;
  /** The state of the last action: what `failed` refers to. */
  doing: ServerState;
  rescue: number;
  protect: number;
  /** 1: the driver restarts it when its health check fails. */
  autopilot: number;
  /** 1: a prepaid period is renewed from the wallet. */
  autoRenew: number;
  /** Counters of restarts, installations and passwords: a driver acts when a counter differs from the last one it applied. */
  bootCount: number;
  bootHard: number;
  imageCount: number;
  imageMode: 'install' | 'reload' | 'rebuild' | 'restore';
  imageSnapshotId: string | null;
  passwordCount: number;
  /** Sealed; null after the driver has received it and the customer has seen it. */
  password: string | null;
  /** Epoch ms: the customer may see it once until this time. Null: there is none to show. */
  passwordUntil: number | null;
  /** JSON of the size before a trial resize; null: no trial. */
  previousSize: string | null;
  /** JSON of `ServerSettings`. */
  settings: string;
  /** Micro-mills per hour. */
  hourlyRate: number;
  period: 'payg' | 'day' | 'month' | 'year';
  /** Hours until this time have been charged; epoch ms. */
  meteredUntil: number;
  /** Traffic until this time has been counted; epoch ms. Null: none has. */
  trafficUntil: Generated<number | null>;
  /** When a time-limited server is removed. */
  expiresAt: number | null;
  suspendedAt: number | null;
  /** Why the action failed: a text key with params (JSON). */
  problem: string | null;
  problemParams: string | null;
  /** The task and the event of the action in progress. */
  taskId: string | null;
  eventId: string | null;
  poweredOnAt: number | null;
  isDemo: number;
  version: number;
  createdAt: number;
}

/** Events of a server, for its events screen. */
export interface ServerEventTable {
  id: string;
  accountId: string;
  serverId: string;
  time: number;
  endedAt: number | null;
  /** Email of the person who requested it; empty: the system. */
  actor: string;
  action: string;
  status: 'running' | 'done' | 'failed';
  /** Why it failed: a text key with params (JSON). */
  message: string | null;
  messageParams: string | null;
  taskId: string | null;
}

/** The usage of a server by an account in a calendar month (UTC): a line of the invoice. */
export interface ServerUsageTable {
  id: string;
  accountId: string;
  /** Remains when the server is removed. */
  serverId: string;
  serverName: string;
  /** As in `2026-11`. */
  month: string;
  hours: number;
  microMills: number;
  /** Booked mills: `microMills`, rounded once. */
  booked: number;
  /** Mills that were booked for additional addresses. */
  addresses: Generated<number>;
  /** What isn't booked yet, as it is less than a mill (JSON, `Supply[]`). */
  pendingSupplies: string | null;
}

/** The traffic of a server in a calendar month (UTC). Remains when the server is removed. */
export interface ServerTrafficTable {
  serverId: string;
  accountId: string;
  /** As in `2026-11`. */
  month: string;
  bytesIn: number;
  bytesOut: number;
  /** Outgoing gigabytes that are free in this month: the largest allowance that the server had. */
  included: number;
  /** Booked mills for what exceeds them. */
  booked: number;
  /** The part that former owners paid in this month. */
  bookedBefore: Generated<number>;
  /** The bytes that `booked` pays for, each at the price of its hour. */
  charged: Generated<number>;
  /** What isn't booked yet, as it is less than a mill: bytes times micro-mills per gigabyte. */
  rest: Generated<number>;
  /** What it is for (JSON, `Supply[]`). */
  pendingSupplies: string | null;
}

/** An open offer to hand a server over to another account. It is deleted when it was accepted, cancelled or has expired. */
export interface ServerTransferTable {
  id: string;
  /** At most one per server. */
  serverId: string;
  /** The present owner. */
  accountId: string;
  /** Of the holder of the receiving account, which may not exist yet. */
  email: string;
  /** Email address of the user who offered it. */
  sentBy: string;
  createdAt: number;
  expiresAt: number;
}

export interface SnapshotTable {
  id: string;
  accountId: string;
  /** The server of the snapshot; the snapshot remains when the server is removed. */
  serverId: string;
  serverName: string;
  name: string;
  /** Disk size in GB: the minimum for restoring. */
  diskSize: number;
  osId: number;
  osType: string;
  osVersion: string;
  /** Bytes; null until it is complete. */
  size: number | null;
  status: 'creating' | 'ready' | 'failed' | 'removing';
  /** Hours until this time have been charged; epoch ms. */
  meteredUntil: number;
  /** Accrued micro-mills of less than a mill. */
  carry: number;
  /** What `carry` is for (JSON, `Supply[]`). */
  pendingSupplies: string | null;
  /** JSON: the reasons why the account is suspended; nothing is charged during that time. */
  stops: string;
  createdAt: number;
}

/** The state of the simulated compute driver: it replaces the hosts of a real one, and nothing else reads it. */
export interface SimulatedTable {
  /** `kind:id`. */
  id: string;
  version: number;
  removed: number;
  /** JSON of the last applied state. */
  spec: string;
  /** JSON of the steps in progress, in order. */
  steps: string;
}

/** An additional public address of a server. */
export interface ServerIpTable {
  id: string;
  accountId: string;
  serverId: string;
  kind: AddressKind;
  /** Null until the driver has assigned it; it's free until then. */
  address: string | null;
  /** Hours until this time have been charged; epoch ms. */
  meteredUntil: number;
  /** Accrued micro-mills of less than a mill. */
  carry: number;
  /** What `carry` is for (JSON, `Supply[]`). */
  pendingSupplies: string | null;
  createdAt: number;
}

/** Why a server is stopped although its owner didn't power it off. */
export interface ServerSuspensionTable {
  serverId: string;
  /** `balance`: the balance was below zero for 24 hours. `cap`: a spending cap was reached. */
  reason: 'balance' | 'cap';
  suspendedAt: number;
}
