import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { maxKeys, maxLinks } from '../../rules/cloud/space/limits.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { SpaceCredentials } from './space.ts';
import { Prefix } from './spaceObject.ts';

export const keyAccess = ['read', 'write'] as const;

export const SpaceKeyForm = z.object({
  name: z.string().trim().min(1, key('error:required')).max(80, key('error:tooLong')),
  access: z.enum(keyAccess).describe('`read`: lists and reads objects. `write`: changes and deletes them too.'),
  prefix: Prefix.default('').describe('Only objects whose keys begin with it, such as `photos/`; empty: all.'),
});

export const FurtherKey = z
  .object({
    id: Id,
    name: z.string(),
    accessKey: z.string(),
    access: z.enum(keyAccess),
    prefix: z.string(),
    createdAt: Time,
    lastUsedAt: Time.nullable().describe('Null: not used yet.'),
  })
  .meta({ id: 'SpaceKey' });
export type FurtherKey = z.output<typeof FurtherKey>;

export const SharedLink = z
  .object({
    id: Id,
    key: z.string().describe('The object.'),
    createdBy: z.string(),
    createdAt: Time,
    expiresAt: Time,
    revocable: z.boolean().describe('False: the store can’t revoke it before it expires.'),
    lastUsedAt: Time.nullable().describe('Null: not used yet, or the store doesn’t know.'),
  })
  .meta({ id: 'SharedLink' });
export type SharedLink = z.output<typeof SharedLink>;

const ofSpace = z.object({ spaceId: Id });
const example = { spaceId: demo.spaceId };
const done = z.object({ done: z.literal(true) });

/** The additional keys of a space, and the links to its objects that were given to others. */
export const spaceKey = group('spaceKey', 'server', {
  list: get('/server/space/keys', {
    summary: 'List the additional keys of a space; its first key isn’t among them',
    area: 'servers',
    input: ofSpace,
    output: z.object({
      keys: z.array(FurtherKey),
      limit: z.int(),
      supported: z.boolean().describe('False: the store can’t have them.'),
    }),
    example,
  }),
  add: post('/server/space/key/add', {
    summary: `Add a key to a space, read-only or for a prefix; at most ${maxKeys}. Its secret is only returned once`,
    area: 'servers',
    input: ofSpace.extend(SpaceKeyForm.shape),
    output: z.object({ key: FurtherKey, credentials: SpaceCredentials }),
    success: 'space:key.added',
    errors: [
      'space:error.noLimitedKeys',
      'space:error.keyLimit',
      'space:error.keyNameTaken',
      'space:error.suspended',
      'space:error.noStore',
    ],
    example: { ...example, name: 'Reports', access: 'write', prefix: 'reports/' },
  }),
  remove: post('/server/space/key/remove', {
    summary: 'Delete an additional key of a space; it stops working immediately',
    area: 'servers',
    input: ofSpace.extend({ keyId: Id }),
    output: done,
    success: 'space:key.removed',
    errors: ['space:error.noStore'],
    example: { ...example, keyId: demo.spaceKeyId },
  }),
  links: get('/server/space/links', {
    summary: 'List the shared links of a space that haven’t expired, newest first',
    area: 'servers',
    input: ofSpace,
    output: z.object({ links: z.array(SharedLink), limit: z.int().describe(`${maxLinks}.`) }),
    example,
  }),
  revoke: post('/server/space/link/revoke', {
    summary: 'Revoke one shared link; it stops working immediately, and the others stay',
    area: 'servers',
    input: ofSpace.extend({ linkId: Id }),
    output: done,
    success: 'space:link.revoked',
    errors: ['space:error.linkFixed', 'space:error.noStore'],
    example: { ...example, linkId: demo.spaceLinkId },
  }),
});
