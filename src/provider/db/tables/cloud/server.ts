import type { Generated } from 'kysely';
import type { StopReason } from '../../../../lib/contract/core/stopped.ts';
import type { TParams } from '../../../../lib/i18n/keys.ts';
import type { Rate } from '../../../../lib/rules/cloud/rates.ts';
import type { ApplicationId } from '../../../../lib/rules/cloud/recipes/applications.ts';
import type { AddressKind } from '../../../../lib/rules/cloud/server/address.ts';
import type { MeasureInterval } from '../../../../lib/rules/cloud/server/measuring.ts';
import type { DiskType, Power, ServerSize, ServerState } from '../../../../lib/rules/cloud/server/states.ts';
import type { Supply } from '../../../../lib/rules/core/supply.ts';

/** The order options of a server besides its size and system. IDs are those of the account. */
export interface ServerSettings {
  /** OpenSSH public keys. */
  sshKeys: readonly string[];
  /** cloud-init; null: none. */
  userData: string | null;
  /** Absent or null: none. */
  application?: ApplicationId | null;
  firewallIds: readonly string[];
  networks: readonly { networkId: string; address: string }[];
  volumeIds: readonly string[];
  extra: { cpanel: boolean; plesk: boolean };
  /** Scheduled backups are part of the rate. Absent in servers ordered before they existed. */
  backups?: boolean;
  /** Hostnames by address; an address without one has the name that the driver gives it. */
  reverseDns?: Readonly<Record<string, string>>;
  /** Absent: the default interval. */
  measureEvery?: MeasureInterval;
  /** Spaces that it uses as folders. */
  spaces?: readonly { spaceId: string; mountPoint: string }[];
}

/** A size before a resize on trial. `plan` and `until` (epoch ms) are absent in those from before they were stored. */
export type Trial = ServerSize & { rate: Rate; plan?: string | null; until?: number };

export interface ServerTable {
  id: string;
  accountId: string;
  /** Unique in the account, case-insensitive. */
  name: string;
  description: string;
  tags: string[];
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
  rescue: boolean;
  protect: boolean;
  /** The driver restarts it when its health check fails. */
  autopilot: boolean;
  /** A prepaid period is renewed from the wallet. */
  autoRenew: boolean;
  /** Counters of restarts, installations and passwords: a driver acts when a counter differs from the last one it applied. */
  bootCount: number;
  bootHard: boolean;
  imageCount: number;
  imageMode: 'install' | 'reload' | 'rebuild' | 'restore';
  imageSnapshotId: string | null;
  passwordCount: number;
  /** Sealed; null after the driver has received it and the customer has seen it. */
  password: string | null;
  /** Epoch ms: the customer may see it once until this time. Null: there is none to show. */
  passwordUntil: number | null;
  /** Null: no resize is on trial. */
  previousSize: Trial | null;
  settings: ServerSettings;
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
  /** Since when the hosts don’t have it any more: somebody has deleted it there. Nothing is charged from then on. */
  lostAt: Generated<number | null>;
  /** Why the action failed: a text key with params. */
  problem: string | null;
  problemParams: TParams | null;
  /** The task and the event of the action in progress. */
  taskId: string | null;
  eventId: string | null;
  poweredOnAt: number | null;
  isDemo: boolean;
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
  /** Why it failed: a text key with params. */
  message: string | null;
  messageParams: TParams | null;
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
  /** What isn't booked yet, as it is less than a mill. */
  pendingSupplies: Supply[] | null;
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
  /** What it is for. */
  pendingSupplies: Supply[] | null;
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
  /** What `carry` is for. */
  pendingSupplies: Supply[] | null;
  /** The reasons why the account is suspended; nothing is charged during that time. */
  stops: StopReason[];
  createdAt: number;
}

/** The state of the simulated compute driver: it replaces the hosts of a real one, and nothing else reads it. */
export interface SimulatedTable {
  /** `kind:id`. */
  id: string;
  version: number;
  removed: boolean;
  /** The last applied state, by its kind. */
  spec: object;
  /** The steps in progress, in order. */
  steps: object[];
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
  /** What `carry` is for. */
  pendingSupplies: Supply[] | null;
  createdAt: number;
}

/** Why a server is stopped although its owner didn't power it off. */
export interface ServerSuspensionTable {
  serverId: string;
  reason: StopReason;
  suspendedAt: number;
}
