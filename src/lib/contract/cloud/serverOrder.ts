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
import { checkUserData } from '../../rules/cloud/userData.ts';
import { group, post } from '../call.ts';
import { demo, Id, Mills } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { ServerPrice } from './serverCatalogue.ts';
import { VolumeForm } from './volume.ts';

const within = ({ min, max }: { min: number; max: number }, name: 'cpu' | 'ram' | 'disk') => {
  const message = keyWith(`serverOrder:error.${name}`, { min, max });
  return z.int(message).min(min, message).max(max, message);
};

const UserData = z.string().superRefine((text, ctx) => {
  const fault = checkUserData(text);
  if (fault) ctx.addIssue({ code: 'custom', message: fault.key, params: fault.params });
});

const fields = z.object({
  plan: z.enum(serverPlanIds, key('serverOrder:error.plan')).nullish().describe('A ready-made size; its parts win over the fields below.'),
  datacenterId: z.int().default(orderDefaults.datacenterId),
  os: z
    .object({ id: z.int(), type: z.string().max(40), version: z.string().max(40) })
    .default(orderDefaults.os)
    .describe('Type and version decide; 98 is the custom code of the ready-made sizes.'),
  cpu: within(customSize.cpu, 'cpu').default(orderDefaults.cpu),
  ram: within(customSize.ram, 'ram').default(orderDefaults.ram).describe('GB.'),
  disk: z.object({ value: within(customSize.disk, 'disk').describe('GB.'), type: z.enum(diskKinds) }).default(orderDefaults.disk),
  nameServer: z
    .string()
    .trim()
    .min(1, key('serverOrder:error.nameRequired'))
    .max(maxNameLength, keyWith('serverOrder:error.nameLong', { max: maxNameLength }))
    .regex(orderNamePattern, key('serverOrder:error.name'))
    .describe('Name of the server; several are numbered: `web-1`.'),
  quantity: z
    .int()
    .min(1, keyWith('serverOrder:error.quantity', { max: maxQuantity }))
    .max(maxQuantity, keyWith('serverOrder:error.quantity', { max: maxQuantity }))
    .default(orderDefaults.quantity),
  period: z.enum(billingPeriods).default(orderDefaults.period).describe('`payg`: by the hour; else the period is paid at once.'),
  autopilot: z.boolean().default(orderDefaults.autopilot).describe('Restarts by itself when its health check fails.'),
  password: z
    .object({
      type: z.enum(passwordTypes),
      value: z.string().max(200).optional(),
      sshKeyIds: z.array(Id).max(20).optional(),
    })
    .default(orderDefaults.password),
  firewall: z
    .object({
      groups: z.array(Id).max(20),
      protocol: z.enum(['ipv4', 'ipv6']).default('ipv4').describe('Has no effect: each rule of a group says its own protocol.'),
    })
    .optional()
    .describe('Firewall groups of the server. Absent: the default group of the account.'),
  snapshotId: Id.nullish().describe('The disk is written from this snapshot, and `os` isn’t read.'),
  networkId: Id.nullish().describe('A private network of the data center; each server gets the lowest free address.'),
  volumes: z
    .array(VolumeForm.pick({ name: true, size: true, type: true, fileSystem: true }))
    .max(maxOrderVolumes, keyWith('serverOrder:error.volumes', { max: maxOrderVolumes }))
    .default([])
    .describe('Created for each server and attached to it. With several servers their names are numbered. Paid by the hour.'),
  backups: z.boolean().default(false).describe('Scheduled backups: weekly, until their schedule is changed.'),
  extra: z.object({ cpanel: z.boolean(), plesk: z.boolean() }).default(orderDefaults.extra),
  isCustom: z.boolean().default(orderDefaults.isCustom),
  userData: UserData.default('').describe('cloud-init: a script, or a `#cloud-config` file in YAML; 16 KB at most.'),
  price: z
    .object({ hourly: Mills, monthly: Mills })
    .optional()
    .describe('What was shown: the order is refused if the provider computes another price.'),
});

export const OrderDraft = fields.superRefine(({ isCustom, plan, password, extra }, ctx) => {
  const refuse = (path: string[], message: ReturnType<typeof key>, params = {}) => ctx.addIssue({ code: 'custom', path, message, params });
  if (!isCustom && !plan) refuse(['plan'], key('serverOrder:error.plan'));
  const length = password.value?.length ?? 0;
  const isLong = length >= minPasswordLength && length <= maxPasswordLength;
  if (password.type === 'custom' && !(isLong && /^[\x21-\x7e]+$/.test(password.value ?? '')))
    refuse(['password', 'value'], key('serverOrder:error.password'), { min: minPasswordLength, max: maxPasswordLength });
  if (password.type === 'sshKey' && !password.sshKeyIds?.length) refuse(['password', 'sshKeyIds'], key('serverOrder:error.keys'));
  if (extra.cpanel && extra.plesk) refuse(['extra'], key('serverOrder:error.panels'));
});
export type OrderDraft = z.output<typeof OrderDraft>;

export const OrderQuote = z
  .object({
    ...ServerPrice.shape,
    items: z.array(
      z.object({ item: z.enum(priceItems), hourly: Mills, monthly: Mills.describe('The items add up to the price, to the mill.') }),
    ),
    due: Mills.describe('Taken from the balance at once.'),
    needed: Mills.describe('What the balance has to be: the period that is paid at once, or a day of pay as you go.'),
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
  'serverOrder:error.oneDayUsed',
  'serverOrder:error.limit',
  'volume:error.limit',
  'network:error.otherCenter',
  'network:error.full',
  'snapshot:error.diskTooSmall',
  'snapshot:error.notReady',
  'sshKey:error.unknown',
] as const;

export const serverOrder = group('serverOrder', 'server', {
  quote: post('/server/order/quote', {
    summary: 'What an order costs',
    area: 'servers',
    input: OrderDraft,
    output: quoted,
    success: false,
    changes: false,
    errors: refusals,
    example: { ...example, password: { type: 'sshKey', sshKeyIds: [demo.sshKeyId] } },
  }),
  create: post('/server/order/create', {
    summary: 'Order servers: all of them, or none',
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
