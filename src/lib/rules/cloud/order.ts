import type { BillingPeriod, Sized } from './price.ts';
import { type DiskKind, type ServerPlanId, serverPlan } from './rates.ts';
import type { ApplicationId } from './recipes/applications.ts';
import type { FileSystem } from './volume.ts';

/** The first sign-in: a generated password that is shown once, the customer's own password, or SSH keys. */
export const passwordTypes = ['otp', 'custom', 'sshKey'] as const;
export type PasswordType = (typeof passwordTypes)[number];

export interface OrderVolume {
  name: string;
  /** Gigabytes. */
  size: number;
  type: DiskKind;
  fileSystem: FileSystem;
}

export interface OrderDraft {
  /** Null while `isCustom`. */
  plan: ServerPlanId | null;
  datacenterId: number;
  os: { id: number; type: string; version: string };
  cpu: number;
  /** Gigabytes, as the disk. */
  ram: number;
  disk: { value: number; type: DiskKind };
  /** The server's name. */
  nameServer: string;
  quantity: number;
  period: BillingPeriod;
  /** Restarts automatically when its health check fails. */
  autopilot: boolean;
  password: { type: PasswordType; value?: string | undefined; sshKeyIds?: string[] | undefined };
  extra: { cpanel: boolean; plesk: boolean };
  isCustom: boolean;
  /** The backup or snapshot to create its disk from instead of a system image; null: none. */
  snapshotId: string | null;
  backupId: string | null;
  /** A private network of the data center; null: none. */
  networkId: string | null;
  /** Absent: the default group of the account. Each rule of a group has its own protocol. */
  firewall?: { groups: string[]; protocol: 'ipv4' | 'ipv6' } | undefined;
  /** Created for each server and attached to it. */
  volumes: OrderVolume[];
  /** Scheduled backups, weekly until the schedule is changed. */
  backups: boolean;
  /** cloud-init; empty: none. */
  userData: string;
  /** Null: none. */
  application: ApplicationId | null;
}

export const orderDefaults: OrderDraft = {
  plan: 'eco-2023',
  datacenterId: 10,
  os: { id: 98, type: 'ubuntu', version: '22' },
  cpu: 1,
  ram: 2,
  disk: { value: 10, type: 'ssd' },
  nameServer: '',
  quantity: 1,
  period: 'payg',
  autopilot: true,
  password: { type: 'otp' },
  extra: { cpanel: false, plesk: false },
  isCustom: false,
  snapshotId: null,
  backupId: null,
  networkId: null,
  volumes: [],
  backups: false,
  userData: '',
  application: null,
};

/** A host name of one label (RFC 1123). */
export const orderNamePattern = /^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/i;
export const maxNameLength = 60;
/** Volumes ordered with each server. */
export const maxOrderVolumes = 8;
export const minPasswordLength = 12;
export const maxPasswordLength = 72;

/** Runtime of the one-day server, in hours. */
export const oneDayHours = 24;

/** The ordered size: that of the plan, whatever the other fields are. */
export function orderSize({ plan, isCustom, cpu, ram, disk }: Pick<OrderDraft, 'plan' | 'isCustom' | 'cpu' | 'ram' | 'disk'>) {
  const known = isCustom ? null : serverPlan(plan);
  return known ? { cpu: known.cpu, ram: known.ram, disk: known.disk } : { cpu, ram, disk };
}

/** The parts of a draft that have a price. */
export const pricedParts = (
  draft: Pick<OrderDraft, 'plan' | 'isCustom' | 'cpu' | 'ram' | 'disk' | 'extra' | 'backups' | 'volumes' | 'quantity'>,
): Sized => ({
  ...orderSize(draft),
  plan: draft.isCustom ? null : draft.plan,
  extra: draft.extra,
  backups: draft.backups,
  volumes: draft.volumes,
  quantity: draft.quantity,
});

/** Names of the ordered servers: the name itself, or numbered from 1. */
export const serverNames = (name: string, quantity: number): string[] =>
  quantity === 1 ? [name] : Array.from({ length: quantity }, (_, index) => `${name}-${index + 1}`);
