import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { cadences } from '../../rules/cloud/backup.ts';
import { applicationIds } from '../../rules/cloud/recipes/applications.ts';
import { actionFaults } from '../../rules/cloud/server/actions.ts';
import { addressKinds } from '../../rules/cloud/server/address.ts';
import { diskTypes, maxTags, powers, serverNamePattern, serverStates, tagPattern } from '../../rules/cloud/server/states.ts';
import { hostKeys, toAscii } from '../../rules/core/dnsLabel.ts';
import { isFault } from '../../rules/core/fault.ts';
import { absoluteHost } from '../../rules/core/hostName.ts';
import { TypedAddress } from '../address.ts';
import { get, group, post } from '../call.ts';
import { Stopped } from '../core/stopped.ts';
import { demo, Id, Mills, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';

export const ServerName = z
  .string()
  .trim()
  .min(1, key('error:required'))
  .max(63, keyWith('server:error.nameLong', { max: 63 }))
  .regex(serverNamePattern, key('server:error.name'));

const Tag = z
  .string()
  .trim()
  .min(1, key('error:required'))
  .max(40, keyWith('server:error.tagLong', { max: 40 }))
  .regex(tagPattern, key('server:error.tag'));
export const Tags = z.array(Tag).max(maxTags, keyWith('server:error.tags', { max: maxTags }));

export const Os = z.object({ id: z.int(), type: z.string(), version: z.string() });

/** What is shown next to a server when an action makes no progress. */
const Problem = z
  .object({ message: z.string(), nextAttemptAt: Time.nullable().describe('When it is retried automatically; null: not at all.') })
  .meta({ id: 'ServerProblem' });

export const Server = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    state: z
      .enum(serverStates)
      .describe('`ready`, `rescued`, `resized` and `failed` are idle states; in all others, an action is in progress.'),
    power: z.enum(powers),
    percent: z.int().nullable().describe('The action in progress.'),
    taskId: Id.nullable(),
    problem: Problem.nullable(),
    os: Os.extend({ name: z.string() }),
    application: z
      .enum(applicationIds)
      .nullable()
      .optional()
      .describe('The application that it was ordered with. Absent or null: none, or its system isn’t one that the application runs on.'),
    dataCenter: z.object({ id: z.int(), name: z.string(), code: z.string() }),
    plan: z.string().nullable().describe('Catalog code of the size; null: a custom size.'),
    planName: z
      .string()
      .nullable()
      .describe('The same as text, in the caller’s language; null: a custom size, or one that is no longer sold.'),
    cpu: z.int().describe('Cores.'),
    ram: z.int().describe('GB.'),
    disk: z.object({ size: z.int().describe('GB.'), type: z.enum(diskTypes) }),
    previousSize: z.object({ cpu: z.int(), ram: z.int(), disk: z.int() }).nullable().describe('Present while a resize is on trial.'),
    trialUntil: Time.nullable().describe('When the new size of a resize on trial is kept automatically. Null: no trial.'),
    ip: z.array(z.string()).describe('The primary addresses, then additional ones. Empty until they are assigned.'),
    autopilot: z.boolean().describe('Restart automatically when the health check fails.'),
    autoRenew: z.boolean().describe('Renew a prepaid period from the wallet when it ends.'),
    protect: z.boolean().describe('Refuse all actions that destroy data.'),
    suspended: z.boolean().describe('True if the services of the account are stopped.'),
    stopped: Stopped.optional().describe('Why the server is suspended, and since when.'),
    hasPassword: z.boolean().describe('True if a one-time password is available.'),
    period: z.enum(['payg', 'day', 'month', 'year']),
    expiresAt: Time.nullable().describe('When a temporary server is deleted.'),
    snapshots: z.int(),
    backups: z
      .object({
        count: z.int(),
        lastAt: Time.nullable().describe('When the last complete backup of the disk was taken.'),
        every: z.enum(cadences).nullable().describe('Next scheduled backup; null: no schedule.'),
      })
      .describe('Backups of the disk, without those of its volumes.'),
    volumes: z.int().describe('Attached volumes; they are kept when the server is deleted.'),
    poweredOnAt: Time.nullable(),
    isDemo: z.boolean(),
    createdAt: Time,
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'Server' });
export type Server = z.output<typeof Server>;

export const ServerCost = z
  .object({
    hourlyMicroMills: z.int().describe('Micro-mills (1/1,000,000 mill) per hour, without additional addresses.'),
    hours: z.int().describe('Hours of the server that were charged this month (UTC).'),
    addresses: z
      .object({ hourlyMicroMills: z.int().describe('Micro-mills per hour.'), month: Mills.describe('Amount charged this month.') })
      .describe('The additional IP addresses together, those removed this month included.'),
    month: Mills.describe('Amount charged this month for the server and its additional addresses.'),
    forecast: Mills.describe('Expected total at the end of the month if nothing changes.'),
  })
  .meta({ id: 'ServerCost' });
export type ServerCost = z.output<typeof ServerCost>;

export const ServerAccess = z
  .object({
    address: z.string().describe('The address of the host.'),
    user: z.string().describe('The user that SSH keys are for.'),
    ports: z.array(
      z.object({
        port: z.int().describe('The port of the host.'),
        serverPort: z.int().describe('The port of the server that it leads to.'),
        protocol: z.enum(['tcp', 'udp']),
      }),
    ),
  })
  .meta({ id: 'ServerAccess' });
export type ServerAccess = z.output<typeof ServerAccess>;

const Bytes = z.int();
export const ServerTraffic = z
  .object({
    month: z.string().describe('UTC, as in `2026-11`.'),
    in: Bytes.describe('Incoming bytes; free.'),
    out: Bytes.describe('Outgoing bytes.'),
    included: z.int().describe('Outgoing gigabytes that the size includes.'),
    overage: Bytes.describe('Outgoing bytes beyond the included ones.'),
    cost: Mills.describe('Amount charged for them so far.'),
    rate: z.int().describe('Micro-mills per gigabyte beyond the included ones.'),
    forecast: Bytes.nullable().describe('Outgoing bytes expected by the end of the month; null: unknown, or a past month.'),
    forecastCost: Mills.nullable().describe('The charge that this would lead to.'),
    countedUntil: Time.nullable().describe('Traffic is counted by complete hours; null: not yet.'),
  })
  .meta({ id: 'ServerTraffic' });
export type ServerTraffic = z.output<typeof ServerTraffic>;

const ServerIp = z
  .object({
    address: z.string(),
    kind: z.enum(addressKinds),
    isPrimary: z.boolean().describe('Part of the server: it has no price and can’t be removed.'),
    host: z.string().nullable().describe('The host name of reverse lookups; null: the provider’s default.'),
  })
  .meta({ id: 'ServerIp' });
export type ServerIp = z.output<typeof ServerIp>;

const ServerIps = z.object({
  ips: z.array(ServerIp),
  additional: z.int().describe('Number of additional addresses, including those that aren’t assigned yet and so aren’t in `ips`.'),
  limit: z.int().describe('Maximum number of additional addresses per server; 0: the hosts assign none.'),
  reverseDns: z.boolean().describe('Whether host names of reverse lookups can be set; false: the hosts don’t publish them.'),
});

export const MoveAddressForm = z.object({ targetServerId: z.string().min(1, key('server:select')) });
export const AddressForm = z.object({ kind: z.enum(addressKinds) });

/** The hostname of an address. Empty removes it. */
export const ReverseDnsForm = z.object({
  address: TypedAddress,
  host: z
    .string()
    .trim()
    .max(254, key('server:error.rdns'))
    .transform((text, issues) => {
      if (text === '') return '';
      const ascii = toAscii(text, hostKeys);
      const host = isFault(ascii) ? ascii : absoluteHost(ascii, 'MX', true);
      if (!isFault(host) && !host.endsWith('.')) return host;
      issues.addIssue({ code: 'custom', message: key('server:error.rdns') });
      return z.NEVER;
    }),
});

export const DataCenter = z
  .object({ id: z.int(), name: z.string(), code: z.string(), available: z.boolean(), isDefault: z.boolean() })
  .meta({ id: 'DataCenter' });
export type DataCenter = z.infer<typeof DataCenter>;

export const OperatingSystem = Os.extend({ name: z.string() }).meta({ id: 'OperatingSystem' });
export type OperatingSystem = z.infer<typeof OperatingSystem>;

export const PriceEntry = z
  .object({
    service: z.string(),
    item: z.string(),
    datacenter_id: z.int().nullable(),
    price: z.object({ hourly: Mills, daily: Mills, monthly: Mills, annual: Mills }),
    rate: z.int().optional().describe('Exact rate in micro-mills per hour; the prices are rounded to mills.'),
  })
  .meta({ id: 'PriceEntry' });

export const ServerEvent = z
  .object({
    id: Id,
    time: Time,
    endedAt: Time.nullable(),
    actor: z.string().describe('Email address of the user who requested it; empty: automatic.'),
    action: z.string(),
    title: z.string().describe('The action in the caller’s language.'),
    status: z.enum(['running', 'done', 'failed']),
    message: z.string().nullable(),
    taskId: Id.nullable(),
  })
  .meta({ id: 'ServerEvent' });
export type ServerEvent = z.output<typeof ServerEvent>;

export const ofServer = z.object({ serverId: Id });

/** Settings. The name and the autopilot are brought to the driver. */
export const ServerEdit = z.object({
  name: ServerName.optional(),
  description: z
    .string()
    .trim()
    .max(200, keyWith('server:error.descriptionLong', { max: 200 }))
    .optional(),
  tags: Tags.optional(),
  autopilot: z.boolean().optional(),
  autoRenew: z.boolean().optional(),
  protect: z.boolean().optional(),
});
export const ServerDetails = ServerEdit.pick({ name: true, description: true, tags: true }).required();

export const server = group('server', 'server', {
  price: get('/server/fin/price', {
    summary: 'Get the price list of the account',
    area: 'servers',
    input: z.object({ userId: Id }),
    output: z.object({ data: z.array(PriceEntry) }),
    example: { userId: demo.domainId },
  }),
  list: get('/server/manage/list', {
    summary: 'List the servers of the account',
    area: 'servers',
    input: z.object({ newest: z.coerce.number().int().min(1).max(100).optional().describe('Only so many, the newest first.') }),
    output: z.object({ servers: z.array(Server), total: z.int() }),
    example: {},
  }),
  get: get('/server/manage/get', {
    summary: 'Get a server with its cost',
    area: 'servers',
    input: ofServer,
    output: z.object({ server: Server, cost: ServerCost }),
    example: { serverId: demo.serverId },
  }),
  edit: post('/server/manage/edit', {
    idempotent: true,
    summary: 'Change the name, description, tags, automatic renewal or protection of a server',
    area: 'servers',
    input: ofServer.extend({
      ...ServerEdit.shape,
      version: z.int().optional().describe('The version that you last read; the update is refused if it is outdated.'),
    }),
    output: z.object({ server: Server }),
    success: 'server:edited',
    errors: ['server:error.taken', 'error:versionConflict'],
    example: { serverId: demo.serverId, description: 'Shop and blog', tags: ['production', 'web'] },
  }),
  password: post('/server/manage/password', {
    summary: 'Get the one-time password of a server; it can be read only once',
    area: 'servers',
    input: ofServer,
    output: z.object({ password: z.string(), username: z.string() }),
    success: false,
    errors: ['server:error.noPassword'],
    example: { serverId: demo.serverId },
  }),
  events: get('/server/event/list', {
    summary: 'List the events of a server, newest first',
    area: 'servers',
    input: ofServer.extend({
      from: Time.optional(),
      to: Time.optional(),
      cursor: Id.optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    output: z.object({ events: z.array(ServerEvent), nextCursor: Id.nullable() }),
    example: { serverId: demo.serverId },
  }),
  access: get('/server/manage/access', {
    summary: 'Get the ports of its host through which a server is reached',
    area: 'servers',
    input: ofServer,
    output: z.object({ access: ServerAccess.nullable().describe('Null: it is reached at its own addresses.') }),
    example: { serverId: demo.serverId },
  }),
  sshKeys: get('/server/manage/sshKeys', {
    summary: 'List the SSH keys that a server was installed with',
    area: 'servers',
    input: ofServer,
    output: z.object({
      sshKeys: z.array(
        z.object({
          id: Id.nullable().describe('Null: it is no longer a key of the account.'),
          name: z.string(),
          fingerprint: z.string().describe('SHA-256 fingerprint, as printed by `ssh-keygen -l`.'),
        }),
      ),
    }),
    example: { serverId: demo.serverId },
  }),
  traffic: get('/server/manage/traffic', {
    summary: 'Get the traffic of a server in a month, with the included amount',
    area: 'servers',
    input: ofServer.extend({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, key('error:invalid'))
        .optional()
        .describe('UTC, as in `2026-11`. Default: the current month.'),
    }),
    output: z.object({ traffic: ServerTraffic }),
    example: { serverId: demo.serverId },
  }),
  ips: get('/server/ip/list', {
    summary: 'List the addresses of a server with their reverse DNS',
    area: 'servers',
    input: ofServer,
    output: ServerIps,
    example: { serverId: demo.serverId },
  }),
  addIp: post('/server/ip/add', {
    summary: 'Add a public address to a server; it is charged by the hour',
    area: 'servers',
    input: ofServer.extend(AddressForm.shape),
    output: ServerIps.extend({ taskId: Id }),
    success: 'server:address.adding',
    money: true,
    errors: [
      'server:error.noAddresses',
      'server:error.addressLimit',
      'server:error.addressOneDay',
      'server:error.addressBalance',
      ...actionFaults('change'),
    ],
    touches: ['task'],
    example: { serverId: demo.serverId, kind: 'ipv4' },
  }),
  removeIp: post('/server/ip/remove', {
    summary: 'Remove an additional address and its reverse DNS name',
    area: 'servers',
    input: ofServer.extend({ address: TypedAddress }),
    output: ServerIps.extend({ taskId: Id }),
    success: 'server:address.removing',
    errors: ['server:error.addressPrimary', 'server:error.notItsAddress', ...actionFaults('change')],
    touches: ['task'],
    example: { serverId: demo.serverId, address: demo.serverAddress },
    // It removes a primary address.
    exampleStatus: 409,
  }),
  moveIp: post('/server/ip/move', {
    summary: 'Move an additional address to another server of the account in the same data center, with its reverse DNS name',
    area: 'servers',
    input: ofServer.extend({ address: TypedAddress, ...MoveAddressForm.shape }),
    output: ServerIps.extend({ taskIds: z.array(Id).describe('Of this server, and of the other one.') }),
    success: 'server:address.moving',
    errors: [
      'server:error.noAddresses',
      'server:error.addressFixed',
      'server:error.notItsAddress',
      'server:error.addressSame',
      'server:error.addressCenter',
      'server:error.addressLimit',
      'server:error.addressOneDay',
      ...actionFaults('change'),
    ],
    touches: ['task'],
    example: { serverId: demo.serverId, address: demo.serverAddress, targetServerId: demo.offServerId },
    // It moves a primary address.
    exampleStatus: 409,
  }),
  reverseDns: post('/server/ip/rdns', {
    summary: 'Set or remove the reverse DNS name of an address',
    area: 'servers',
    input: ofServer.extend(ReverseDnsForm.shape),
    output: ServerIps,
    success: 'server:rdns.saved',
    errors: ['server:error.noReverseDns', 'server:error.notItsAddress'],
    example: { serverId: demo.serverId, address: demo.serverAddress, host: 'mail.example.com' },
  }),
  dataCenters: get('/server/general/dataCenters', {
    summary: 'List the data centers; in those that aren’t available, nothing new can be created',
    output: z.array(DataCenter),
  }),
  osList: get('/server/general/osList', {
    summary: 'List the operating systems that can be installed',
    output: z.array(OperatingSystem),
  }),
});
