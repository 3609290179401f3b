import type { DiskKind } from '../../../../lib/rules/cloud/rates.ts';
import type { FileSystem, VolumeState } from '../../../../lib/rules/cloud/volume.ts';

/** A disk of its own. Which server has it is in the settings of the servers. */
export interface VolumeTable {
  id: string;
  accountId: string;
  /** Unique in the account, without regard to case. */
  name: string;
  dataCenterId: number;
  /** GB, as wanted; it only grows. */
  size: number;
  type: DiskKind;
  fileSystem: FileSystem;
  mountPoint: string;
  state: VolumeState;
  /** What was begun last: what `failed` failed at. */
  doing: VolumeState;
  /** Why it failed: a text key with params (JSON). */
  problem: string | null;
  problemParams: string | null;
  taskId: string | null;
  /** GB that the driver has confirmed, for which hours are charged. 0: it isn't there yet. */
  billedSize: number;
  /** The hours until then have been charged; epoch ms. */
  meteredUntil: number;
  /** Micro-mills that were accrued and are less than a mill. */
  carry: number;
  suspendedAt: number | null;
  /** Counts restores: the driver writes the image when the count is another than the one it knows. */
  imageCount: number;
  imageId: string | null;
  createdAt: number;
}

/** Why a volume isn't charged and can't be changed, as `ServerSuspensionTable`. */
export interface VolumeSuspensionTable {
  volumeId: string;
  reason: 'balance' | 'cap';
  suspendedAt: number;
}
