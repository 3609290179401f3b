import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import {
  maxNameLength,
  maxOrderVolumes,
  maxPasswordLength,
  minPasswordLength,
  orderDefaults,
  orderNamePattern,
  passwordTypes,
} from '../../rules/cloud/order.ts';
import { billingPeriods, priceItems } from '../../rules/cloud/price.ts';
import { customSize, diskKinds, maxQuantity, serverPlanIds } from '../../rules/cloud/rates.ts';
import { applicationIds } from '../../rules/cloud/recipes/applications.ts';
import { readUserData } from '../../rules/cloud/userData.ts';
import { isFault } from '../../rules/core/fault.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { ServerPrice } from './serverCatalogue.ts';
import { VolumeForm } from './volume.ts';

const within = ({ min, max }: { min: number; max: number }, name: 'cpu' | 'ram' | 'disk') => {
  const message = keyWith(`serverOrder:error.${name}`, { min, max });
  return z.int(message).min(min, message).max(max, message);
};

const UserData = z.string().transform((text, ctx) => {
  const read = readUserData(text);
  if (!isFault(read)) return read;
  ctx.addIssue({ code: 'custom', message: read.key, params: read.params });
  return z.NEVER;
});

const fields = z.object({
  plan: z.enum(serverPlanIds, key('serverOrder:error.plan')).nullish().describe('A predefined size; it overrides the size fields below.'),
  datacenterId: z.int().optional().describe('If omitted, the default data center.'),
  os: z
    .object({ id: z.int(), type: z.string().max(40), version: z.string().max(40) })
    .default(orderDefaults.os)
    .describe('Selected by type and version; 98 is the custom code of the predefined sizes.'),
  cpu: within(customSize.cpu, 'cpu').default(orderDefaults.cpu),
  ram: within(customSize.ram, 'ram').default(orderDefaults.ram).describe('GB.'),
  disk: z.object({ value: within(customSize.disk, 'disk').describe('GB.'), type: z.enum(diskKinds) }).default(orderDefaults.disk),
  nameServer: z
    .string()
    .trim()
    .min(1, key('serverOrder:error.nameRequired'))
    .max(maxNameLength, keyWith('serverOrder:error.nameLong', { max: maxNameLength }))
    .regex(orderNamePattern, key('serverOrder:error.name'))
    .describe('Name of the server; with several servers, numbered names such as `web-1`.'),
  quantity: z
    .int()
    .min(1, keyWith('serverOrder:error.quantity', { max: maxQuantity }))
    .max(maxQuantity, keyWith('serverOrder:error.quantity', { max: maxQuantity }))
    .default(orderDefaults.quantity),
  period: z
    .enum(billingPeriods)
    .default(orderDefaults.period)
    .describe('`payg`: billed by the hour; otherwise the period is paid in advance.'),
  autopilot: z.boolean().default(orderDefaults.autopilot).describe('Restart automatically when the health check fails.'),
  password: z
    .object({
      type: z.enum(passwordTypes),
      value: z.string().max(200).optional(),
      sshKeyIds: z.array(Id).max(20).optional(),
    })
    .describe('`otp`: a generated password that can be read once. `custom`: `value`. `sshKey`: the keys of `sshKeyIds` and no password.')
    .default(orderDefaults.password),
  firewall: z
    .object({
      groups: z.array(Id).max(20),
      protocol: z.enum(['ipv4', 'ipv6']).default('ipv4').describe('Has no effect, because each rule of a group has its own protocol.'),
    })
    .optional()
    .describe('Firewall groups of the server. Defaults to the default group of the account.'),
  snapshotId: Id.nullish().describe('Create the disk from this snapshot; `os` is then ignored.'),
  backupId: Id.nullish().describe('Create the disk from this backup of the disk of a server; `os` is then ignored. Not with `snapshotId`.'),
  networkId: Id.nullish().describe('A private network of the data center; each server gets the lowest free address.'),
  volumes: z
    .array(VolumeForm.pick({ name: true, size: true, type: true, fileSystem: true }))
    .max(maxOrderVolumes, keyWith('serverOrder:error.volumes', { max: maxOrderVolumes }))
    .default([])
    .describe('Created for and attached to each server. With several servers, the names are numbered. Billed by the hour.'),
  backups: z.boolean().default(false).describe('Scheduled backups, weekly by default.'),
  extra: z.object({ cpanel: z.boolean(), plesk: z.boolean() }).default(orderDefaults.extra),
  isCustom: z.boolean().default(orderDefaults.isCustom),
  userData: UserData.default('').describe(
    'cloud-init user data: a script, a `#cloud-config` YAML file, or both in a MIME message; plain or in base64, at most 16 KB. Windows line ends and a byte order mark are removed.',
  ),
  application: z
    .enum(applicationIds)
    .nullish()
    .describe('Installed at the first boot, before the user data runs. One of those that are offered for the system; it has no price.'),
  price: z
    .object({ hourly: Mills, monthly: Mills })
    .optional()
    .describe('The price that was shown; the order is refused if the provider calculates a different one.'),
});

export const OrderDraft = fields.superRefine(({ isCustom, plan, password, extra, snapshotId, backupId, application }, ctx) => {
  const refuse = (path: string[], message: ReturnType<typeof key>, params = {}) => ctx.addIssue({ code: 'custom', path, message, params });
  if (!isCustom && !plan) refuse(['plan'], key('serverOrder:error.plan'));
  const length = password.value?.length ?? 0;
  const isLong = length >= minPasswordLength && length <= maxPasswordLength;
  if (password.type === 'custom' && !(isLong && /^[\x21-\x7e]+$/.test(password.value ?? '')))
    refuse(['password', 'value'], key('serverOrder:error.password'), { min: minPasswordLength, max: maxPasswordLength });
  if (password.type === 'sshKey' && !password.sshKeyIds?.length) refuse(['password', 'sshKeyIds'], key('serverOrder:error.keys'));
  if (extra.cpanel && extra.plesk) refuse(['extra'], key('serverOrder:error.panels'));
  if (snapshotId && backupId) refuse(['backupId'], key('serverOrder:error.sources'));
  if (application && (snapshotId || backupId)) refuse(['application'], key('serverOrder:error.applicationCopy'));
});
export type OrderDraft = z.output<typeof OrderDraft>;

export const OrderQuote = z
  .object({
    ...ServerPrice.shape,
    items: z.array(
      z.object({ item: z.enum(priceItems), hourly: Mills, monthly: Mills.describe('The items add up to the price, to the mill.') }),
    ),
    due: Mills.describe('Charged to the balance immediately.'),
    needed: Mills.describe('Required balance: the prepaid period, or one day of pay as you go.'),
  })
  .meta({ id: 'OrderQuote' });

const quoted = z.object({ price: OrderQuote, balance: Mills, enough: z.boolean() });
const example = {
  plan: 'eco-2023',
  nameServer: 'shop',
  password: { type: 'sshKey', sshKeyIds: [demo.sshKeyId] },
  networkId: demo.networkId,
} as const;
const refusals = [
  'serverOrder:error.center',
  'serverOrder:error.os',
  'serverOrder:error.application',
  'serverOrder:error.applicationSize',
  'serverOrder:error.oneDayUsed',
  'serverOrder:error.oneDayPlain',
  'serverOrder:error.groups',
  'serverOrder:error.limit',
  'volume:error.limit',
  'network:error.otherCenter',
  'network:error.full',
  'snapshot:error.diskTooSmall',
  'snapshot:error.notReady',
  'backup:error.otherKind',
  'backup:error.diskTooSmall',
  'backup:reason.notReady',
  'sshKey:error.unknown',
] as const;

/** Parts of a server that an order like it doesn't have. */
const notCopied = ['dataCenter', 'networks', 'sshKeys', 'volumes', 'spaces', 'addresses', 'userData'] as const;

export const serverOrder = group('serverOrder', 'server', {
  like: get('/server/order/like', {
    summary: 'Get an order for a server like an existing one; with `snapshotId`, it is a copy',
    area: 'servers',
    input: z.object({ serverId: Id }),
    output: z.object({
      order: z.object({
        plan: z.enum(serverPlanIds).nullable().describe('Null: a custom size.'),
        isCustom: z.boolean(),
        cpu: z.int(),
        ram: z.int().describe('GB.'),
        disk: z.object({ value: z.int().describe('GB.'), type: z.enum(diskKinds) }),
        datacenterId: z.int().nullable().describe('Null: nothing new can be created in it.'),
        os: z.object({ id: z.int(), type: z.string(), version: z.string() }),
        nameServer: z.string().describe('Its name with a suffix, which no other server has.'),
        period: z.enum(billingPeriods),
        autopilot: z.boolean(),
        sshKeyIds: z.array(Id).describe('The keys that it was installed with, for `password`.'),
        firewallIds: z.array(Id).describe('For `firewall.groups`.'),
        networkId: Id.nullable().describe('The first of its private networks.'),
        backups: z.boolean(),
        extra: z.object({ cpanel: z.boolean(), plesk: z.boolean() }),
      }),
      notCopied: z
        .array(z.enum(notCopied))
        .describe(
          'What the server has that the order doesn’t: `networks` besides the first one, `sshKeys` that are no longer in the account.',
        ),
    }),
    example: { serverId: demo.serverId },
  }),
  quote: post('/server/order/quote', {
    summary: 'Calculate the price of an order',
    area: 'servers',
    input: OrderDraft,
    output: quoted,
    success: false,
    changes: false,
    safe: true,
    errors: refusals,
    example: { ...example, password: { type: 'sshKey', sshKeyIds: [demo.sshKeyId] } },
  }),
  create: post('/server/order/create', {
    summary: 'Order servers; either all are created or none',
    area: 'servers',
    input: OrderDraft,
    output: z.object({
      servers: z.array(z.object({ id: Id, name: z.string() })),
      taskIds: z.array(Id),
      charged: Mills,
      balance: Mills,
    }),
    success: 'serverOrder:ordered',
    money: true,
    errors: [...refusals, 'serverOrder:error.balance', 'serverOrder:error.changed', 'server:error.taken', 'volume:error.taken'],
    touches: ['server', 'serverCatalogue', 'wallet', 'network', 'serverFirewall', 'volume'],
    example: { ...example, password: { type: 'sshKey', sshKeyIds: [demo.sshKeyId] } },
  }),
});
