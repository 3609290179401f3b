import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { actionFaults } from '../../rules/cloud/server/actions.ts';
import { snapshotNamePattern } from '../../rules/cloud/server/states.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';

export const SnapshotName = z
  .string()
  .trim()
  .min(1, key('error:required'))
  .max(60, keyWith('snapshot:error.nameLong', { max: 60 }))
  .regex(snapshotNamePattern, key('snapshot:error.name'));

export const SnapshotForm = z.object({ serverId: Id, name: SnapshotName });

export const Snapshot = z
  .object({
    id: Id,
    name: z.string(),
    serverId: Id,
    serverName: z.string(),
    serverExists: z.boolean(),
    size: z.int().nullable().describe('Bytes; null until it is complete.'),
    diskSize: z.int().describe('Disk size in GB, which is the minimum size of the restore target.'),
    os: z.object({ type: z.string(), version: z.string(), name: z.string() }),
    status: z.enum(['creating', 'ready', 'failed', 'removing']),
    createdAt: Time,
  })
  .meta({ id: 'ServerSnapshot' });
export type Snapshot = z.output<typeof Snapshot>;

const touches = ['server', 'task'];

export const snapshot = group('snapshot', 'server', {
  list: get('/server/snapshot/list', {
    summary: 'List the snapshots of the account or of a server',
    area: 'snapshots',
    input: z.object({ serverId: Id.optional() }),
    output: z.object({ snapshots: z.array(Snapshot), limit: z.int() }),
    example: { serverId: demo.serverId },
  }),
  create: post('/server/snapshot/create', {
    summary: 'Take a snapshot of the disk of a server',
    area: 'snapshots',
    input: SnapshotForm,
    output: z.object({ snapshot: Snapshot, taskId: Id }),
    success: 'snapshot:creating',
    errors: ['snapshot:error.taken', 'snapshot:error.limit', ...actionFaults('snapshot')],
    touches,
    example: { serverId: demo.serverId, name: 'before-update' },
  }),
  edit: post('/server/snapshot/edit', {
    idempotent: true,
    summary: 'Rename a snapshot',
    area: 'snapshots',
    input: z.object({ snapshotId: Id, name: SnapshotName }),
    output: z.object({ snapshot: Snapshot }),
    success: 'snapshot:edited',
    errors: ['snapshot:error.taken'],
    touches,
    example: { snapshotId: demo.snapshotId, name: 'before-php-8.5' },
  }),
  restore: post('/server/snapshot/restore', {
    summary: 'Restore a snapshot to the disk of a server; this overwrites all data on it',
    area: 'snapshots',
    input: z.object({ snapshotId: Id, serverId: Id, confirm: z.string().max(100).describe('The name of the server.') }),
    output: z.object({ taskId: Id }),
    success: 'snapshot:restoring',
    errors: ['snapshot:error.diskTooSmall', 'snapshot:error.notReady', 'server:error.confirm', ...actionFaults('restore')],
    touches,
    example: { snapshotId: demo.snapshotId, serverId: demo.serverId, confirm: 'web-fra-01' },
  }),
  delete: post('/server/snapshot/delete', {
    summary: 'Delete a snapshot',
    area: 'snapshots',
    input: z.object({ snapshotId: Id }),
    output: z.object({ done: z.literal(true) }),
    success: 'snapshot:deleted',
    errors: ['snapshot:error.creating', 'snapshot:error.inUse'],
    touches,
    example: { snapshotId: demo.snapshotId },
  }),
});
