import { key } from '../../i18n/key.ts';
import type { TKey } from '../../i18n/keys.ts';

/** `ready` and `failed` are idle; in the others the driver is working. */
export const volumeStates = ['creating', 'ready', 'growing', 'restoring', 'removing', 'failed'] as const;
export type VolumeState = (typeof volumeStates)[number];
export const isVolumeBusy = (state: VolumeState): boolean => state !== 'ready' && state !== 'failed';

export const fileSystems = ['ext4', 'xfs'] as const;
export type FileSystem = (typeof fileSystems)[number];

/** Gigabytes. */
export const volumeSize = { min: 10, max: 10_000, step: 10 } as const;
export const maxVolumes = 50;
/** Maximum volumes per server. */
export const maxServerVolumes = 16;

/** Latin letters, digits, hyphens, dots and underscores: the name is part of the default mount point. */
export const volumeNamePattern = /^[a-z0-9][a-z0-9._-]*$/i;
/** An absolute path without empty, `.` or `..` parts and without characters that a shell or `fstab` reads. */
export const mountPointPattern = /^(\/(?!\.{1,2}(\/|$))[\w.-]+)+$/;
export const defaultMountPoint = (name: string): string => `/mnt/${name}`;

/** The serial number of the disk in the server: virtio takes 20 characters, and the last ones of an id are its random part. */
export const volumeSerial = (id: string): string => id.replaceAll('-', '').slice(-20);
export const volumeDevice = (id: string): string => `/dev/disk/by-id/virtio-${volumeSerial(id)}`;

export const mountSteps = ['format', 'mount', 'grow', 'unmount'] as const;
export type MountStep = (typeof mountSteps)[number];

/** Commands for a Linux server. `format` is for an empty volume, `grow` for one whose size was changed. */
export function mountCommands(device: string, fileSystem: FileSystem, mountPoint: string): Record<MountStep, string> {
  return {
    format: `sudo mkfs.${fileSystem} ${device}`,
    mount: [
      `sudo mkdir -p ${mountPoint}`,
      `echo '${device} ${mountPoint} ${fileSystem} defaults,nofail,discard 0 2' | sudo tee -a /etc/fstab`,
      `sudo mount ${mountPoint}`,
    ].join('\n'),
    grow: fileSystem === 'ext4' ? `sudo resize2fs ${device}` : `sudo xfs_growfs ${mountPoint}`,
    unmount: [`sudo umount ${mountPoint}`, `sudo sed -i '\\#^${device} #d' /etc/fstab`].join('\n'),
  };
}

export const volumeActions = ['attach', 'detach', 'grow', 'retry', 'remove'] as const;
export type VolumeAction = (typeof volumeActions)[number];

/** The conditions of actions. */
export interface VolumeFacts {
  state: VolumeState;
  /** It is attached to a server. */
  attached: boolean;
  suspended: boolean;
}

/** Why an action isn't possible now; null: it is. One table for the button, its disabled reason and the handler. */
export function volumeFault({ state, attached, suspended }: VolumeFacts, action: VolumeAction): TKey | null {
  if (suspended && action !== 'remove') return key('volume:reason.suspended');
  if (isVolumeBusy(state)) return key('volume:reason.busy');
  if (action === 'retry') return state === 'failed' ? null : key('volume:reason.notFailed');
  if (action === 'remove') return attached ? key('volume:reason.attached') : null;
  if (action === 'detach') return attached ? null : key('volume:reason.detached');
  if (state === 'failed') return key('volume:reason.failed');
  return action === 'attach' && attached ? key('volume:reason.attached') : null;
}

/** Every reason for which an action may be refused: the refusals of calls that start it. */
export function volumeFaults(action: VolumeAction): TKey[] {
  const facts = volumeStates.flatMap((state) =>
    [false, true].flatMap((attached) => [false, true].map((suspended) => ({ state, attached, suspended }))),
  );
  return [...new Set([key('server:reason.noCompute'), ...facts.flatMap((one) => volumeFault(one, action) ?? [])])];
}
