import type { StopReason } from '../../../../lib/contract/core/stopped.ts';
import type { TParams } from '../../../../lib/i18n/keys.ts';
import type { DiskKind } from '../../../../lib/rules/cloud/rates.ts';
import type { FileSystem, VolumeState } from '../../../../lib/rules/cloud/volume.ts';
import type { Supply } from '../../../../lib/rules/core/supply.ts';

/** An independent disk. The settings of the servers define which server uses it. */
export interface VolumeTable {
  id: string;
  accountId: string;
  /** Unique in the account, case-insensitive. */
  name: string;
  dataCenterId: number;
  /** Desired size in GB; it can only grow. */
  size: number;
  type: DiskKind;
  fileSystem: FileSystem;
  mountPoint: string;
  state: VolumeState;
  /** The last action: what `failed` refers to. */
  doing: VolumeState;
  /** Why it failed: a text key with params. */
  problem: string | null;
  problemParams: TParams | null;
  taskId: string | null;
  /** GB confirmed by the driver, for which hours are charged. 0: it doesn't exist yet. */
  billedSize: number;
  /** Hours until this time have been charged; epoch ms. */
  meteredUntil: number;
  /** Accrued micro-mills of less than a mill. */
  carry: number;
  /** What `carry` is for. */
  pendingSupplies: Supply[] | null;
  suspendedAt: number | null;
  /** Counter of restores: the driver writes the image when the counter differs from the last one it applied. */
  imageCount: number;
  imageId: string | null;
  createdAt: number;
}

/** Why a volume isn't charged and can't be changed, like `ServerSuspensionTable`. */
export interface VolumeSuspensionTable {
  volumeId: string;
  reason: StopReason;
  suspendedAt: number;
}
