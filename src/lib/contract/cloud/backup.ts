import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { backupRetention, backupStates, backupTypes, cadences, fullEveryLimits } from '../../rules/cloud/backup.ts';
import { actionFaults } from '../../rules/cloud/server/actions.ts';
import { snapshotNamePattern } from '../../rules/cloud/server/states.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';

const Name = z
  .string()
  .trim()
  .min(1, key('backup:error.nameRequired'))
  .max(60, keyWith('backup:error.nameLong', { max: 60 }))
  .regex(snapshotNamePattern, key('backup:error.name'));
const Description = z
  .string()
  .trim()
  .max(200, keyWith('backup:error.descriptionLong', { max: 200 }));

/** What is backed up, or written back to: the disk of a server, or a volume. */
const target = { serverId: Id.optional(), volumeId: Id.optional() };
const one = ({ serverId, volumeId }: { serverId?: string | undefined; volumeId?: string | undefined }) =>
  (serverId === undefined) !== (volumeId === undefined);
const exactlyOne = { message: key('backup:error.source'), path: ['volumeId'] };

export const BackupFields = z.object({ name: Name, type: z.enum(backupTypes), description: Description.default('') });

/** What can be changed of a backup. */
export const BackupEditForm = z.object({ name: Name, description: Description.optional() });

export const Backup = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    type: z.enum(backupTypes),
    parentId: Id.nullable().describe('The parent of an incremental backup.'),
    dependents: z.array(Id).describe('Backups that depend on this one.'),
    source: z.object({ kind: z.enum(['server', 'volume']), id: Id, name: z.string(), exists: z.boolean() }),
    diskSize: z.int().describe('Disk size in GB, which is the minimum size of the restore target.'),
    size: z.int().nullable().describe('Bytes; null until it is complete.'),
    status: z.enum(backupStates),
    percent: z.int().nullable(),
    problem: z.string().nullable(),
    isScheduled: z.boolean().describe('Created by the schedule.'),
    isIncluded: z.boolean().describe('Free of charge, because it is included in the server’s backup option.'),
    createdAt: Time,
  })
  .meta({ id: 'Backup' });
export type Backup = z.output<typeof Backup>;

const plan = {
  every: z.enum(cadences),
  weekday: z.int().min(0).max(6).describe('For `week`; 0 is Sunday.'),
  hour: z.int().min(0).max(23).describe('Start of the two-hour window, UTC.'),
  keep: z
    .int()
    .min(backupRetention.min, keyWith('backup:error.keep', backupRetention))
    .max(backupRetention.max, keyWith('backup:error.keep', backupRetention))
    .describe('Minimum number of backups to keep; older ones are deleted chain by chain.'),
  fullEvery: z
    .int()
    .min(fullEveryLimits.min, keyWith('backup:error.fullEvery', fullEveryLimits))
    .max(fullEveryLimits.max, keyWith('backup:error.fullEvery', fullEveryLimits))
    .describe('1: every backup is full; 4: every fourth backup is full.'),
};
export const ScheduleForm = z.object({ enabled: z.boolean(), ...plan });
export const BackupSchedule = z
  .object({ ...plan, enabled: z.boolean(), nextAt: Time.nullable().describe('Start of the next window.') })
  .meta({ id: 'BackupSchedule' });
export type BackupSchedule = z.output<typeof BackupSchedule>;

const touches = ['server', 'volume', 'task'];

export const backup = group('backup', 'server', {
  list: get('/server/backup/list', {
    summary: 'List the backups of the account, of a server with its volumes, or of one volume; oldest first',
    area: 'volumes',
    input: z.object({ serverId: Id.optional(), volumeId: Id.optional() }),
    output: z.object({ backups: z.array(Backup), limit: z.int() }),
    example: { serverId: demo.serverId },
  }),
  create: post('/server/backup/create', {
    summary: 'Back up the disk of a server, or a volume',
    area: 'volumes',
    input: BackupFields.extend({
      ...target,
      parentBackupId: Id.optional().describe('The parent of an incremental backup; defaults to the latest one.'),
    }).refine(one, exactlyOne),
    output: z.object({ backup: Backup, taskId: Id }),
    success: 'backup:creating',
    errors: [
      'backup:error.fullRequired',
      'backup:error.taken',
      'backup:error.limit',
      'backup:error.balance',
      'backup:reason.sourceBusy',
      'backup:reason.busy',
    ],
    touches,
    example: { volumeId: demo.volumeId, name: 'before-import', type: 'full' },
  }),
  edit: post('/server/backup/edit', {
    idempotent: true,
    summary: 'Rename a backup, or change its description',
    area: 'volumes',
    input: BackupEditForm.extend({ backupId: Id }),
    output: z.object({ backup: Backup }),
    success: 'backup:edited',
    errors: ['backup:error.taken', 'backup:reason.removing'],
    example: { backupId: demo.backupId, name: 'before-migration' },
  }),
  restore: post('/server/backup/restore', {
    summary: 'Restore a backup to the disk of a server or to a volume; this overwrites all data on it',
    area: 'volumes',
    input: z
      .object({ backupId: Id, ...target, confirm: z.string().max(100).describe('The name of the server or volume.') })
      .refine(one, exactlyOne),
    output: z.object({ taskId: Id }),
    success: 'backup:restoring',
    errors: [
      'backup:error.otherKind',
      'backup:error.diskTooSmall',
      'backup:error.attached',
      'backup:reason.notReady',
      'backup:reason.sourceBusy',
      'backup:reason.suspended',
      'backup:error.confirm',
      ...actionFaults('restore'),
    ],
    touches,
    example: { backupId: demo.backupId, serverId: demo.serverId, confirm: 'web-fra-01' },
  }),
  delete: post('/server/backup/delete', {
    summary: 'Delete a backup that no other backup depends on',
    area: 'volumes',
    input: z.object({ backupId: Id }),
    output: z.object({ done: z.literal(true) }),
    success: 'backup:deleting',
    errors: ['backup:error.dependents', 'backup:error.inRestore', 'backup:reason.creating'],
    touches,
    example: { backupId: demo.lastBackupId },
  }),
  schedule: get('/server/backup/schedule/get', {
    summary: 'Get the backup schedule of a server or volume',
    area: 'volumes',
    input: z.object(target).refine(one, exactlyOne),
    output: z.object({
      schedule: BackupSchedule,
      monthly: Mills.nullable().describe('Added to the server’s monthly price; null: billed by stored data.'),
    }),
    example: { serverId: demo.serverId },
  }),
  updateSchedule: post('/server/backup/schedule/update', {
    summary: 'Turn scheduled backups on or off, and set their window and retention',
    area: 'volumes',
    input: ScheduleForm.extend(target).refine(one, exactlyOne),
    output: z.object({ schedule: BackupSchedule }),
    success: 'backup:scheduledDone',
    money: true,
    errors: ['backup:error.balance', 'backup:error.oneDay', 'backup:reason.suspended'],
    touches,
    example: { volumeId: demo.volumeId, enabled: true, every: 'day', weekday: 0, hour: 3, keep: 7, fullEvery: 7 },
  }),
});
