import type { StopReason } from '../../../../lib/contract/core/stopped.ts';
import type { Supply } from '../../../../lib/rules/core/supply.ts';

export interface SpaceTable {
  id: string;
  accountId: string;
  /** The bucket name; unique in the installation. */
  name: string;
  dataCenterId: number;
  /** Gigabytes. */
  size: number;
  /** Null: the store doesn't provide keys. */
  accessKey: string | null;
  keyCreatedAt: number | null;
  /** Bytes and objects at the last measurement, for stores that don't report them and for billing. */
  bytes: number;
  objects: number;
  /** Hours until this time have been charged; epoch ms, a whole hour. */
  meteredUntil: number;
  /** Accrued micro-mills of less than a mill. */
  carry: number;
  /** What `carry` is for. */
  pendingSupplies: Supply[] | null;
  createdAt: number;
  /** Why it is stopped; empty: it isn't. */
  stops: StopReason[];
  /** Set while the bucket is being created, epoch ms: the space isn't visible to customers yet. Null: it exists. */
  reservedAt: number | null;
}

/** A further key of a space; the store has its secret. */
export interface SpaceKeyTable {
  id: string;
  spaceId: string;
  name: string;
  accessKey: string;
  access: 'read' | 'write';
  /** Only objects whose keys begin with it; empty: all. */
  prefix: string;
  createdAt: number;
}

/** A link to an object that was given to others. */
export interface SpaceLinkTable {
  id: string;
  spaceId: string;
  key: string;
  /** The key that only signed this link; null: the store can't revoke it. */
  accessKey: string | null;
  /** Email of the person, or name of the API key. */
  createdBy: string;
  createdAt: number;
  expiresAt: number;
}
