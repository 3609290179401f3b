import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { actionFaults } from '../../rules/cloud/server/actions.ts';
import { spaceSize } from '../../rules/cloud/space/limits.ts';
import { nameFault } from '../../rules/cloud/space/name.ts';
import { mountPointPattern } from '../../rules/cloud/volume.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';

const Name = z
  .string()
  .trim()
  .superRefine((name, ctx) => {
    const message = nameFault(name);
    if (message) ctx.addIssue({ code: 'custom', message });
  })
  .describe('3 to 63 lowercase letters, digits and hyphens. Unique across all accounts of the provider.');

const sizeFault = keyWith('space:error.size', spaceSize);
const Size = z.int(sizeFault).min(spaceSize.min, sizeFault).max(spaceSize.max, sizeFault).describe('Capacity in gigabytes.');

export const SpaceForm = z.object({ name: Name, datacenterId: z.int(key('error:required')), size: Size });
export const SpaceSizeForm = z.object({ size: Size });

/** Who reads the objects of a space: its owner, or everyone who knows the URL of an object. */
export const SpaceAccess = z.enum(['private', 'publicRead']);
export type SpaceAccess = z.output<typeof SpaceAccess>;

export const Space = z
  .object({
    id: Id,
    name: z.string(),
    datacenterId: z.int(),
    dataCenter: z.string(),
    size: z.int().describe('Capacity in gigabytes (10⁹ bytes).'),
    used: z.int().describe('Bytes, including the parts of unfinished uploads.'),
    objects: z.int(),
    servers: z.array(z.object({ id: Id, name: z.string(), mountPoint: z.string() })).describe('The servers that use it as a folder.'),
    suspended: z
      .boolean()
      .describe('Stopped with the services of the account: closed to S3 clients and links; objects are kept and can be deleted.'),
    access: SpaceAccess.nullable().describe('Null: the store can’t make spaces public, or doesn’t respond.'),
    publicUrl: z.url().nullable().describe('The URL that the key of a public object is appended to; null: the space isn’t public.'),
    createdAt: Time,
  })
  .meta({ id: 'Space' });
export type Space = z.output<typeof Space>;

/** Whether a space keeps every version of its objects. Once enabled, it can only be suspended: existing versions stay. */
export const Versioning = z.enum(['off', 'enabled', 'suspended']);
export type Versioning = z.output<typeof Versioning>;

/** How S3 clients reach a space. */
export const SpaceCredentials = z
  .object({
    endpoint: z.url(),
    region: z.string(),
    accessKey: z.string(),
    lastUsedAt: Time.nullable().describe('When the key was last used; null: not yet, or the store doesn’t know.'),
    secretKey: z.string().optional().describe('Only present in the response that creates it.'),
    createdAt: Time,
  })
  .meta({ id: 'SpaceCredentials' });
export type SpaceCredentials = z.output<typeof SpaceCredentials>;

export const SpaceAttachForm = z.object({
  serverId: z.string().min(1, key('error:required')),
  mountPoint: z
    .union([z.literal(''), z.string().trim().max(200, key('error:tooLong')).regex(mountPointPattern, key('volume:error.mountPoint'))])
    .optional()
    .describe('Default: `/mnt/` and the name of the space.'),
});

const ofSpace = z.object({ spaceId: Id });
const example = { spaceId: demo.spaceId };

export const space = group('space', 'server', {
  list: get('/server/space/list', {
    summary: 'List the spaces of the account',
    area: 'servers',
    output: z.object({
      spaces: z.array(Space),
      limit: z.int().describe('Maximum number of spaces per account.'),
      hasStore: z.boolean().describe('False: the provider has no object storage, so no space can be created.'),
      hasKeys: z.boolean().describe('False: the store doesn’t support a key per space.'),
      dataCenters: z.array(z.object({ id: z.int(), name: z.string(), isDefault: z.boolean() })).describe('Available data centers.'),
      monthlyPrice: Mills.describe('Price of storing 100 GB for a month.'),
    }),
  }),
  get: get('/server/space/get', {
    summary: 'Get a space',
    area: 'servers',
    input: ofSpace,
    output: z.object({
      space: Space,
      hasKeys: z.boolean(),
      versioning: Versioning.nullable().describe('Null: the store has no versioning, or doesn’t respond.'),
    }),
    example,
  }),
  create: post('/server/space/create', {
    summary: 'Create a space and its key',
    area: 'servers',
    input: SpaceForm,
    output: z.object({ space: Space, credentials: SpaceCredentials.nullable() }),
    success: 'space:created',
    errors: ['space:error.taken', 'space:error.limit', 'space:error.dataCenter', 'space:error.noStore'],
    example: { name: 'shop-backups', datacenterId: 10, size: 100 },
  }),
  resize: post('/server/space/resize', {
    summary: 'Change the capacity of a space',
    area: 'servers',
    input: SpaceSizeForm.extend({ spaceId: Id }),
    output: z.object({ space: Space }),
    success: 'space:resized',
    errors: ['space:error.tooSmall', 'space:error.noStore'],
    example: { ...example, size: 250 },
  }),
  setVersioning: post('/server/space/versioning', {
    summary: 'Keep every version of the objects of a space, or suspend that',
    area: 'servers',
    input: ofSpace.extend({ enabled: z.boolean() }),
    output: z.object({ versioning: Versioning }),
    success: 'space:versioning.changed',
    errors: ['space:error.suspended', 'space:error.noStore'],
    example: { ...example, enabled: true },
  }),
  setAccess: post('/server/space/access', {
    summary: 'Let everyone read the objects of a space, or only its owner',
    area: 'servers',
    input: ofSpace.extend({ access: SpaceAccess }),
    output: z.object({ space: Space }),
    success: 'space:access.changed',
    errors: ['space:error.suspended', 'space:error.noStore', 'space:access.error.unsupported'],
    example: { ...example, access: 'publicRead' },
  }),
  delete: post('/server/space/delete', {
    summary: 'Delete an empty space',
    area: 'servers',
    input: z.object({ spaceId: Id, confirm: z.string().describe('The name of the space.') }),
    output: z.object({ done: z.literal(true) }),
    success: 'space:deleted',
    errors: ['space:error.confirm', 'space:error.notEmpty', 'space:error.noStore'],
    example: { spaceId: demo.emptySpaceId, confirm: 'demo-archive' },
  }),
  attach: post('/server/space/attach', {
    summary: 'Attach a space to a server as a folder; the commands that mount it are run on the server',
    area: 'servers',
    input: SpaceAttachForm.extend({ spaceId: Id }),
    output: z.object({ space: Space, taskId: Id }),
    success: 'space:mount.attaching',
    errors: [
      'space:error.attached',
      'space:error.serverFull',
      'space:error.mountTaken',
      'space:error.suspended',
      ...actionFaults('change'),
    ],
    touches: ['server', 'task'],
    example: { ...example, serverId: demo.serverId },
  }),
  detach: post('/server/space/detach', {
    summary: 'Detach a space from a server',
    area: 'servers',
    input: ofSpace.extend({ serverId: Id }),
    output: z.object({ space: Space, taskId: Id }),
    success: 'space:mount.detaching',
    errors: ['space:error.detached', ...actionFaults('change')],
    touches: ['server', 'task'],
    example: { ...example, serverId: demo.serverId },
    // No server uses a space.
    exampleStatus: 409,
  }),
  credentials: get('/server/space/credentials', {
    summary: 'Get the endpoint and the access key of a space',
    area: 'servers',
    input: ofSpace,
    output: z.object({ credentials: SpaceCredentials.nullable().describe('Null: the space doesn’t have its own key.') }),
    example,
  }),
  roll: post('/server/space/credentials/roll', {
    summary: 'Replace the first key of a space; the previous one stops working. Further keys and shared links stay',
    area: 'servers',
    input: ofSpace,
    output: z.object({ credentials: SpaceCredentials }),
    success: 'space:rolled',
    errors: ['space:error.noKeys', 'space:error.noStore'],
    example,
  }),
});
