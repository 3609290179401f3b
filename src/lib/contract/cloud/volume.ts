import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { diskKinds } from '../../rules/cloud/rates.ts';
import { actionFaults } from '../../rules/cloud/server/actions.ts';
import { fileSystems, mountPointPattern, volumeFaults, volumeNamePattern, volumeSize, volumeStates } from '../../rules/cloud/volume.ts';
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
  datacenterId: z.int().optional().describe('Defaults to the data center of the server, or else to the default one.'),
  type: z.enum(diskKinds).default('ssd'),
  fileSystem: z.enum(fileSystems).default('ext4').describe('Used for the mount commands; the volume itself is created empty.'),
  mountPoint: z
    .union([MountPoint, z.literal('')])
    .optional()
    .describe('Defaults to `/mnt/` followed by the name.'),
  serverId: z
    .union([Id, z.literal('')])
    .optional()
    .describe('The server to which the volume is attached.'),
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
    device: z.string().describe('Device path on the server.'),
    datacenterId: z.int(),
    dataCenter: z.string().describe('Name of the data center.'),
    server: z.object({ id: Id, name: z.string() }).nullable().describe('The server to which the volume is attached.'),
    state: z.enum(volumeStates).describe('`ready` and `failed` are idle states; in all others, an action is in progress.'),
    percent: z.int().nullable(),
    problem: z
      .object({ message: z.string(), nextAttemptAt: Time.nullable().describe('When it is retried automatically; null: not at all.') })
      .nullable(),
    suspended: z.boolean().describe('True if the services of the account are stopped.'),
    monthly: Mills.describe('Price for a month of 730 hours.'),
    createdAt: Time,
  })
  .meta({ id: 'Volume' });
export type Volume = z.output<typeof Volume>;

const touches = ['server', 'task'];
const one = z.object({ volume: Volume, taskId: Id });

export const volume = group('volume', 'server', {
  list: get('/server/volume/list', {
    summary: 'List the volumes of the account or of a server',
    area: 'volumes',
    input: z.object({ serverId: Id.optional() }),
    output: z.object({ volumes: z.array(Volume), limit: z.int().describe('Maximum number of volumes per account.') }),
    example: { serverId: demo.serverId },
  }),
  create: post('/server/volume/create', {
    summary: 'Create a volume, and optionally attach it to a server',
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
      'volume:error.centerClosed',
      'volume:error.balance',
      ...actionFaults('change'),
    ],
    touches: [...touches, 'wallet'],
    example: { name: 'uploads', size: 50, serverId: demo.serverId },
  }),
  edit: post('/server/volume/edit', {
    idempotent: true,
    summary: 'Rename a volume',
    area: 'volumes',
    input: VolumeNameForm.extend({ volumeId: Id }),
    output: z.object({ volume: Volume }),
    success: 'volume:edited',
    errors: ['volume:error.taken'],
    example: { volumeId: demo.volumeId, name: 'orders' },
  }),
  resize: post('/server/volume/resize', {
    summary: 'Increase the size of a volume; it can’t be reduced',
    area: 'volumes',
    input: VolumeSizeForm.extend({ volumeId: Id }),
    output: one,
    success: 'volume:growing',
    money: true,
    errors: ['volume:error.shrinks', 'volume:error.balance', ...volumeFaults('grow')],
    touches: [...touches, 'wallet'],
    example: { volumeId: demo.volumeId, size: 150 },
  }),
  attach: post('/server/volume/attach', {
    summary: 'Attach a volume to a server in the same data center',
    area: 'volumes',
    input: VolumeAttachForm.extend({ volumeId: Id }),
    output: one,
    success: 'volume:attaching',
    errors: ['volume:error.otherCenter', 'volume:error.serverFull', ...volumeFaults('attach'), ...actionFaults('change')],
    touches,
    example: { volumeId: demo.freeVolumeId, serverId: demo.serverId, mountPoint: '/srv/archive' },
  }),
  detach: post('/server/volume/detach', {
    summary: 'Detach a volume from its server; the data is kept',
    area: 'volumes',
    input: z.object({ volumeId: Id }),
    output: one,
    success: 'volume:detaching',
    errors: [...volumeFaults('detach'), ...actionFaults('change')],
    touches,
    example: { volumeId: demo.volumeId },
  }),
  retry: post('/server/volume/retry', {
    summary: 'Retry the failed action of a volume',
    area: 'volumes',
    input: z.object({ volumeId: Id }),
    output: one,
    success: 'volume:retrying',
    errors: volumeFaults('retry'),
    touches,
    example: { volumeId: demo.freeVolumeId },
    exampleStatus: 409,
  }),
  remove: post('/server/volume/remove', {
    summary: 'Delete a detached volume with all its data',
    area: 'volumes',
    input: z.object({ volumeId: Id, confirm: z.string().max(100).describe('The name of the volume.') }),
    output: z.object({ done: z.literal(true), taskId: Id }),
    success: 'volume:removing',
    errors: ['volume:error.inUse', 'volume:error.confirm', ...volumeFaults('remove')],
    touches,
    example: { volumeId: demo.freeVolumeId, confirm: 'archive' },
  }),
});
