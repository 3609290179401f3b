import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { linkTimes, maxUpload } from '../../rules/cloud/space/limits.ts';
import { keyFault, maxKeyBytes } from '../../rules/cloud/space/objectKey.ts';
import { get, group, post, upload } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';

/** The key of an object that may be there: whatever S3 allows. */
export const Key = z
  .string()
  .min(1, key('space:error.keyEmpty'))
  .refine((text) => new TextEncoder().encode(text).length <= maxKeyBytes, key('space:error.keyLong'));
const NewKey = z.string().superRefine((text, ctx) => {
  const message = keyFault(text);
  if (message) ctx.addIssue({ code: 'custom', message });
});
export const Prefix = z
  .string()
  .max(maxKeyBytes, key('space:error.keyLong'))
  .describe('A folder with its trailing slash; empty: everything.');

export const RenameForm = z.object({ to: NewKey });

/** A folder to be filled: its name below a prefix. */
export const FolderForm = z.object({ prefix: Prefix, name: z.string().trim() }).superRefine(({ prefix, name }, ctx) => {
  const message =
    name === '' ? key('error:required') : name.includes('/') ? key('space:error.folderSlash') : keyFault(`${prefix}${name}/x`);
  if (message) ctx.addIssue({ code: 'custom', message, path: ['name'] });
});

export const SpaceObject = z
  .object({ key: z.string(), size: z.int().describe('Bytes.'), etag: z.string(), modifiedAt: Time })
  .meta({ id: 'SpaceObject' });
export type SpaceObject = z.output<typeof SpaceObject>;

const ofObject = z.object({ spaceId: Id, key: Key });
const example = { spaceId: demo.spaceId, key: 'readme.txt' };
const done = z.object({ done: z.literal(true) });
const touches = ['space'];

export const spaceObject = group('spaceObject', 'server', {
  list: get('/server/space/objects', {
    summary: 'List the objects and folders of a space',
    area: 'servers',
    input: z.object({ spaceId: Id, prefix: Prefix.optional(), cursor: z.string().max(4096).optional() }),
    output: z.object({ objects: z.array(SpaceObject), folders: z.array(z.string()), nextCursor: z.string().nullable() }),
    example: { spaceId: demo.spaceId, prefix: 'photos/' },
  }),
  get: get('/server/space/object', {
    summary: 'Get an object, with a preview of images and text',
    area: 'servers',
    input: ofObject,
    output: z.object({
      object: SpaceObject.extend({ contentType: z.string() }),
      preview: z
        .discriminatedUnion('kind', [
          z.object({ kind: z.literal('image'), source: z.string().describe('A data URL.') }),
          z.object({ kind: z.literal('text'), text: z.string(), isWhole: z.boolean() }),
        ])
        .nullable(),
    }),
    example,
  }),
  download: get('/server/space/object/download', {
    summary: 'Create a download URL for an object, valid for five minutes',
    area: 'servers',
    input: ofObject,
    output: z.object({ url: z.url() }),
    example,
  }),
  upload: upload('/server/space/upload', {
    summary: 'Upload an object in one request, or in consecutive parts of 8 MiB',
    area: 'servers',
    input: z.object({
      spaceId: Id,
      key: NewKey,
      size: z.coerce
        .number()
        .int()
        .min(0)
        .max(maxUpload)
        .optional()
        .describe('Size of the whole object in bytes; if omitted, the file is the whole object.'),
      offset: z.coerce.number().int().min(0).max(maxUpload).optional().describe('Offset of this part; sending a part again replaces it.'),
      uploadId: z.string().max(2048).optional().describe('From the response to the first part.'),
      type: z.string().max(200).optional().describe('Media type.'),
    }),
    output: z.object({
      uploadId: z.string().nullable().describe('Send it with the next part; null: the object is complete.'),
      received: z.int().describe('Offset of the next part.'),
      object: SpaceObject.nullable(),
    }),
    success: false,
    errors: [
      'space:error.full',
      'space:error.part',
      'space:error.uploadGone',
      'space:error.noStore',
      'space:error.diskFull',
      'space:error.unavailable',
    ],
    touches,
    example: { spaceId: demo.spaceId, key: 'uploads/example.txt', type: 'text/plain' },
  }),
  abort: post('/server/space/upload/abort', {
    summary: 'Cancel an upload and delete its parts',
    area: 'servers',
    input: z.object({ spaceId: Id, key: Key, uploadId: z.string().min(1).max(2048) }),
    output: done,
    success: false,
    touches,
    example: { ...example, uploadId: 'none' },
    exampleStatus: 404,
  }),
  rename: post('/server/space/object/rename', {
    idempotent: true,
    summary: 'Rename an object by copying it and deleting the original',
    area: 'servers',
    input: RenameForm.extend({ spaceId: Id, key: Key }),
    output: z.object({ object: SpaceObject }),
    success: 'space:object.renamed',
    errors: ['space:error.keyTaken', 'space:error.full', 'space:error.noStore', 'space:error.diskFull', 'space:error.unavailable'],
    example: { ...example, to: 'docs/readme.txt' },
  }),
  delete: post('/server/space/object/delete', {
    summary: 'Delete objects, or up to 1,000 objects of a folder',
    area: 'servers',
    input: z.object({ spaceId: Id, keys: z.array(Key).max(500).optional(), prefix: Prefix.optional() }),
    output: z.object({ deleted: z.int(), isMore: z.boolean().describe('True if the folder still contains objects: call again.') }),
    success: false,
    errors: ['space:error.nothing', 'space:error.noStore'],
    touches,
    example: { spaceId: demo.spaceId, keys: ['readme.txt'] },
  }),
  link: post('/server/space/object/link', {
    summary: 'Create a URL that gives anyone access to an object until it expires or is revoked',
    area: 'servers',
    input: ofObject.extend({ expiresIn: z.literal(linkTimes).describe('Seconds.') }),
    output: z.object({
      id: Id.describe('For `spaceKey.revoke`.'),
      url: z.url(),
      expiresAt: Time,
      revocable: z.boolean().describe('False: the store can’t revoke it before it expires.'),
    }),
    success: false,
    errors: ['space:error.noStore', 'space:error.linkLimit'],
    touches: ['spaceKey'],
    example: { ...example, expiresIn: 86_400 },
  }),
});
