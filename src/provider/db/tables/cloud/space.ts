export interface SpaceTable {
  id: string;
  accountId: string;
  /** Of the bucket; unique in the installation. */
  name: string;
  dataCenterId: number;
  /** Gigabytes. */
  size: number;
  /** Null: the store gives it no key. */
  accessKey: string | null;
  keyCreatedAt: number | null;
  /** Bytes and objects as they were measured last, for stores that don't count themselves and for bills. */
  bytes: number;
  objects: number;
  /** The hours until then have been charged; epoch ms, a whole hour. */
  meteredUntil: number;
  /** Micro-mills that were accrued and are less than a mill. */
  carry: number;
  createdAt: number;
  /** While the bucket is being created, epoch ms: no customer sees the space yet. Null: it is there. */
  reservedAt: number | null;
}
