import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { linkTimes, maxUpload } from '../../rules/cloud/space/limits.ts';
import { keyFault, maxKeyBytes } from '../../rules/cloud/space/objectKey.ts';
import { get, group, post, upload } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';

/** The key of an object that may be there: whatever S3 allows. */
const Key = z
  .string()
  .min(1, key('space:error.keyEmpty'))
  .refine((text) => new TextEncoder().encode(text).length <= maxKeyBytes, key('space:error.keyLong'));
const NewKey = z.string().superRefine((text, ctx) => {
  const message = keyFault(text);
  if (message) ctx.addIssue({ code: 'custom', message });
});
const Prefix = z.string().max(maxKeyBytes, key('space:error.keyLong')).describe('A folder, with its final slash; empty: all.');

export const RenameForm = z.object({ to: NewKey });

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
    summary: 'Objects and folders of a space, page by page',
    area: 'servers',
    input: z.object({ spaceId: Id, prefix: Prefix.optional(), cursor: z.string().max(4096).optional() }),
    output: z.object({ objects: z.array(SpaceObject), folders: z.array(z.string()), nextCursor: z.string().nullable() }),
    example: { spaceId: demo.spaceId, prefix: 'photos/' },
  }),
  get: get('/server/space/object', {
    summary: 'One object, with a preview of images and texts',
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
    summary: 'An address to download an object from, for five minutes',
    area: 'servers',
    input: ofObject,
    output: z.object({ url: z.url() }),
    example,
  }),
  upload: upload('/server/space/upload', {
    summary: 'Upload an object: at once, or in parts of 8 MiB that follow each other',
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
        .describe('Bytes of the whole object; without it, the file is the whole.'),
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .max(maxUpload)
        .optional()
        .describe('Where this part begins; a part that is sent again replaces it.'),
      uploadId: z.string().max(2048).optional().describe('From the answer to the first part.'),
      type: z.string().max(200).optional().describe('Media type.'),
    }),
    output: z.object({
      uploadId: z.string().nullable().describe('Send it with the next part; null: the object is complete.'),
      received: z.int().describe('Where the next part begins.'),
      object: SpaceObject.nullable(),
    }),
    success: false,
    errors: ['space:error.full', 'space:error.part', 'space:error.uploadGone', 'space:error.noStore'],
    touches,
    example: { spaceId: demo.spaceId, key: 'uploads/example.txt', type: 'text/plain' },
  }),
  abort: post('/server/space/upload/abort', {
    summary: 'Give up an upload and delete its parts',
    area: 'servers',
    input: z.object({ spaceId: Id, key: Key, uploadId: z.string().min(1).max(2048) }),
    output: done,
    success: false,
    changes: false,
    touches,
    example: { ...example, uploadId: 'none' },
  }),
  rename: post('/server/space/object/rename', {
    summary: 'Rename an object: copy it, then delete the one before',
    area: 'servers',
    input: RenameForm.extend({ spaceId: Id, key: Key }),
    output: z.object({ object: SpaceObject }),
    success: 'space:object.renamed',
    errors: ['space:error.keyTaken', 'space:error.full', 'space:error.noStore'],
    example: { ...example, to: 'docs/readme.txt' },
  }),
  delete: post('/server/space/object/delete', {
    summary: 'Delete objects, or the first 1,000 of a folder',
    area: 'servers',
    input: z.object({ spaceId: Id, keys: z.array(Key).max(500).optional(), prefix: Prefix.optional() }),
    output: z.object({ deleted: z.int(), isMore: z.boolean().describe('There is more in the folder: call again.') }),
    success: false,
    errors: ['space:error.nothing', 'space:error.noStore'],
    touches,
    example: { spaceId: demo.spaceId, keys: ['readme.txt'] },
  }),
  link: post('/server/space/object/link', {
    summary: 'An address that opens an object for everybody who has it, until it expires',
    area: 'servers',
    input: ofObject.extend({ expiresIn: z.literal(linkTimes).describe('Seconds.') }),
    output: z.object({ url: z.url(), expiresAt: Time }),
    success: false,
    errors: ['space:error.noStore'],
    example: { ...example, expiresIn: 86_400 },
  }),
});
