import { z } from 'zod';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { Key, Prefix } from './spaceObject.ts';

export const SpaceVersion = z
  .object({
    key: z.string(),
    versionId: z.string().describe('`null`: written without versioning.'),
    size: z.int().describe('Bytes; 0 for a delete marker.'),
    modifiedAt: Time,
    isLatest: z.boolean().describe('The newest version of its object. If it is a delete marker, the object is deleted.'),
    isDeleteMarker: z.boolean(),
  })
  .meta({ id: 'SpaceVersion' });
export type SpaceVersion = z.output<typeof SpaceVersion>;

const Cursor = z.string().max(8192).optional();
const ofVersion = z.object({ spaceId: Id, key: Key, versionId: z.string().min(1).max(1024) });
const example = { spaceId: demo.spaceId, key: 'readme.txt', versionId: 'null' };
const errors = ['space:error.noStore', 'space:error.unsupported', 'space:error.unavailable'] as const;
const touches = ['space', 'spaceObject'];
const page = z.object({ versions: z.array(SpaceVersion), nextCursor: z.string().nullable() });

export const spaceVersion = group('spaceVersion', 'server', {
  list: get('/server/space/versions', {
    summary: 'List the versions and delete markers of an object, newest first',
    area: 'servers',
    input: z.object({ spaceId: Id, key: Key, cursor: Cursor }),
    output: page,
    example: { spaceId: demo.spaceId, key: 'readme.txt' },
  }),
  deleted: get('/server/space/deleted', {
    summary: 'List the deleted objects of a folder that have versions',
    area: 'servers',
    input: z.object({ spaceId: Id, prefix: Prefix.optional(), cursor: Cursor }),
    output: page.extend({ folders: z.array(z.string()).describe('Subfolders, also those whose objects are all deleted.') }),
    example: { spaceId: demo.spaceId, prefix: 'photos/' },
  }),
  download: get('/server/space/version/download', {
    summary: 'Create a download URL for a version, valid for five minutes',
    area: 'servers',
    input: ofVersion,
    output: z.object({ url: z.url() }),
    example,
  }),
  restore: post('/server/space/version/restore', {
    summary: 'Make an earlier version the newest one by copying it',
    area: 'servers',
    input: ofVersion,
    output: z.object({ done: z.literal(true) }),
    success: 'space:version.restored',
    errors: [
      'space:version.error.marker',
      'space:version.error.newest',
      'space:error.full',
      'space:error.suspended',
      'space:error.diskFull',
      ...errors,
    ],
    touches,
    example,
    // No demo object has an earlier version.
    exampleStatus: 409,
  }),
  delete: post('/server/space/version/delete', {
    summary: 'Delete a version or a delete marker permanently; without its newest delete marker, an object is restored',
    area: 'servers',
    input: ofVersion,
    output: z.object({ done: z.literal(true) }),
    success: false,
    errors: [...errors],
    touches,
    example,
  }),
});
