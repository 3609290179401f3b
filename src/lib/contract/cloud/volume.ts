import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { diskKinds } from '../../rules/cloud/rates.ts';
import { fileSystems, mountPointPattern, volumeNamePattern, volumeSize, volumeStates } from '../../rules/cloud/volume.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';

export const VolumeName = z
  .string()
  .trim()
  .min(1, key('volume:error.nameRequired'))
  .max(40, keyWith('volume:error.nameLong', { max: 40 }))
  .regex(volumeNamePattern, key('volume:error.name'));
const limits = { min: volumeSize.min, max: volumeSize.max };
export const VolumeSize = z
  .int(keyWith('volume:error.size', limits))
  .min(volumeSize.min, keyWith('volume:error.size', limits))
  .max(volumeSize.max, keyWith('volume:error.size', limits))
  .describe('GB.');
const MountPoint = z.string().trim().max(100, key('error:tooLong')).regex(mountPointPattern, key('volume:error.mountPoint'));

export const VolumeForm = z.object({
  name: VolumeName,
  size: VolumeSize,
  datacenterId: z.int().optional().describe('That of the server, or the default one, unless given.'),
  type: z.enum(diskKinds).default('ssd'),
  fileSystem: z.enum(fileSystems).default('ext4').describe('For the mount commands: the volume itself is delivered empty.'),
  mountPoint: z
    .union([MountPoint, z.literal('')])
    .optional()
    .describe('`/mnt/` and the name unless given.'),
  serverId: z
    .union([Id, z.literal('')])
    .optional()
    .describe('The server that it is attached to.'),
});
export const VolumeNameForm = z.object({ name: VolumeName });
export const VolumeSizeForm = z.object({ size: VolumeSize });
export const VolumeAttachForm = z.object({ serverId: Id, mountPoint: MountPoint.optional() });

export const Volume = z
  .object({
    id: Id,
    name: z.string(),
    size: z.int().describe('GB.'),
    type: z.enum(diskKinds),
    fileSystem: z.enum(fileSystems),
    mountPoint: z.string(),
    device: z.string().describe('Its path in the server.'),
    datacenterId: z.int(),
    dataCenter: z.string().describe('Name of the data center.'),
    server: z.object({ id: Id, name: z.string() }).nullable().describe('The server that it is attached to.'),
    state: z.enum(volumeStates).describe('`ready` and `failed` are at rest; in the others something is under way.'),
    percent: z.int().nullable(),
    problem: z
      .object({ message: z.string(), nextAttemptAt: Time.nullable().describe('When it is tried again by itself; null: it isn’t.') })
      .nullable(),
    suspended: z.boolean().describe('The services of the account are disabled.'),
    monthly: Mills.describe('What it costs in a month of 730 hours.'),
    createdAt: Time,
  })
  .meta({ id: 'Volume' });
export type Volume = z.output<typeof Volume>;

const touches = ['server', 'task'];
const one = z.object({ volume: Volume, taskId: Id });

export const volume = group('volume', 'server', {
  list: get('/server/volume/list', {
    summary: 'Volumes of the account, or of one server',
    area: 'volumes',
    input: z.object({ serverId: Id.optional() }),
    output: z.object({ volumes: z.array(Volume), limit: z.int().describe('Volumes that an account may have.') }),
    example: { serverId: demo.serverId },
  }),
  create: post('/server/volume/create', {
    summary: 'Create a volume, and attach it to a server',
    area: 'volumes',
    input: VolumeForm,
    output: one,
    success: 'volume:creating',
    money: true,
    errors: [
      'volume:error.taken',
      'volume:error.limit',
      'volume:error.serverFull',
      'volume:error.otherCenter',
      'volume:error.center',
      'volume:error.balance',
      'server:reason.busy',
    ],
    touches: [...touches, 'wallet'],
    example: { name: 'uploads', size: 50, serverId: demo.serverId },
  }),
  edit: post('/server/volume/edit', {
    summary: 'Rename a volume',
    area: 'volumes',
    input: VolumeNameForm.extend({ volumeId: Id }),
    output: z.object({ volume: Volume }),
    success: 'volume:edited',
    errors: ['volume:error.taken'],
    example: { volumeId: demo.volumeId, name: 'orders' },
  }),
  resize: post('/server/volume/resize', {
    summary: 'Make a volume larger; it can’t be made smaller',
    area: 'volumes',
    input: VolumeSizeForm.extend({ volumeId: Id }),
    output: one,
    success: 'volume:growing',
    money: true,
    errors: ['volume:error.shrinks', 'volume:error.balance', 'volume:reason.busy', 'volume:reason.failed'],
    touches: [...touches, 'wallet'],
    example: { volumeId: demo.volumeId, size: 150 },
  }),
  attach: post('/server/volume/attach', {
    summary: 'Attach a volume to a server of its data center',
    area: 'volumes',
    input: VolumeAttachForm.extend({ volumeId: Id }),
    output: one,
    success: 'volume:attaching',
    errors: ['volume:error.otherCenter', 'volume:error.serverFull', 'volume:reason.attached', 'volume:reason.busy', 'server:reason.busy'],
    touches,
    example: { volumeId: demo.freeVolumeId, serverId: demo.serverId, mountPoint: '/srv/archive' },
  }),
  detach: post('/server/volume/detach', {
    summary: 'Detach a volume from its server; the data stay on it',
    area: 'volumes',
    input: z.object({ volumeId: Id }),
    output: one,
    success: 'volume:detaching',
    errors: ['volume:reason.detached', 'volume:reason.busy', 'server:reason.busy'],
    touches,
    example: { volumeId: demo.volumeId },
  }),
  retry: post('/server/volume/retry', {
    summary: 'Try once more what a volume failed at',
    area: 'volumes',
    input: z.object({ volumeId: Id }),
    output: one,
    success: 'volume:retrying',
    errors: ['volume:reason.notFailed'],
    touches,
    example: { volumeId: demo.freeVolumeId },
  }),
  remove: post('/server/volume/remove', {
    summary: 'Delete a volume that no server has, with all its data',
    area: 'volumes',
    input: z.object({ volumeId: Id, confirm: z.string().max(100).describe('The name of the volume.') }),
    output: z.object({ done: z.literal(true), taskId: Id }),
    success: 'volume:removing',
    errors: ['volume:error.inUse', 'volume:error.confirm', 'volume:reason.busy'],
    touches,
    example: { volumeId: demo.freeVolumeId, confirm: 'archive' },
  }),
});
