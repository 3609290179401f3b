import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { actionFaults } from '../../rules/cloud/server/actions.ts';
import { get, group, post } from '../call.ts';
import { demo, Email, Id, Mills, Time } from '../fields.ts';
import { ofServer, Server, ServerName } from './server.ts';

export const ServerTransfer = z
  .object({
    transferToken: Id,
    email: z.string().describe('Of the receiving account.'),
    sentBy: z.string().describe('Email address of the user who offered the server.'),
    createdAt: Time,
    expiresAt: Time,
  })
  .meta({ id: 'ServerTransfer' });
export type ServerTransfer = z.output<typeof ServerTransfer>;

/** An offer as a list shows it. */
const ServerOffer = z
  .object({
    transferToken: Id,
    sentBy: z.string().describe('Email address of the user who offers the server.'),
    name: z.string().describe('Of the server.'),
    expiresAt: Time,
  })
  .meta({ id: 'ServerOffer' });

/** What the receiving account would take over. */
const IncomingTransfer = z
  .object({
    transferToken: Id,
    sentBy: z.string().describe('Email address of the user who offers the server.'),
    expiresAt: Time,
    server: Server.pick({
      name: true,
      description: true,
      tags: true,
      os: true,
      dataCenter: true,
      plan: true,
      cpu: true,
      ram: true,
      disk: true,
      ip: true,
      power: true,
    }),
    hourlyMicroMills: z.int().describe('Micro-mills (1/1,000,000 mill) per hour.'),
    monthly: Mills.describe('The price of 730 hours.'),
    paidUntil: Time.describe('The receiving account pays from this time; the hours before are paid.'),
    isPrepaid: z.boolean(),
    firewalls: z.array(z.string()).describe('Titles of the firewall groups that are copied.'),
    needed: Mills.describe('The balance that accepting requires: a day, unless the server is prepaid.'),
    balance: Mills,
    reason: z.string().nullable().describe('Why it can’t be accepted now; null: it can.'),
  })
  .meta({ id: 'IncomingTransfer' });
export type IncomingTransfer = z.output<typeof IncomingTransfer>;

export const TransferForm = z.object({
  email: Email,
  confirm: z.string().trim().min(1, key('error:required')).max(200, key('error:tooLong')).describe('The name of the server.'),
});
const ofTransfer = z.object({ transferToken: Id });
/** The name can be changed because it may be taken in the receiving account. */
export const AcceptForm = z.object({ name: ServerName });

/** What the state and the attachments of a server refuse. */
const refusals = [
  ...actionFaults('transfer'),
  'serverTransfer:reason.oneDay',
  'serverTransfer:reason.volumes',
  'serverTransfer:reason.spaces',
  'serverTransfer:reason.networks',
  'serverTransfer:reason.addresses',
  'serverTransfer:reason.schedule',
  'serverTransfer:reason.backup',
] as const;
const example = { transferToken: 'no-transfer' };

export const serverTransfer = group('serverTransfer', 'server', {
  get: get('/server/manage/transfer', {
    summary: 'Get the open transfer of a server, and what prevents one',
    input: ofServer,
    output: z.object({
      transfer: ServerTransfer.nullable(),
      reason: z.string().nullable().describe('Why the server can’t be transferred now; null: it can.'),
    }),
    example: { serverId: demo.serverId },
  }),
  offer: post('/server/manage/transfer', {
    summary: 'Offer a server to another account; the offer is valid for 7 days',
    input: ofServer.extend(TransferForm.shape),
    output: z.object({ transfer: ServerTransfer }),
    success: 'serverTransfer:offered',
    errors: [
      'auth:error.confirm',
      'server:error.confirm',
      'serverTransfer:error.self',
      'serverTransfer:error.open',
      'error:tooManyRequests',
      ...refusals,
    ],
    example: { serverId: demo.offServerId, email: 'colleague@nasim.example', confirm: 'staging-01' },
  }),
  offers: get('/server/manage/transfer/offers', {
    summary: 'List the 20 newest open transfers that were offered to the account',
    output: z.object({ offers: z.array(ServerOffer) }),
  }),
  incoming: get('/server/manage/transfer/incoming', {
    summary: 'Get a transfer that was offered to the account',
    input: ofTransfer,
    output: z.object({ transfer: IncomingTransfer }),
    example,
    exampleStatus: 404,
  }),
  accept: post('/server/manage/transfer/accept', {
    summary: 'Accept a transfer: the server and its charges move to the account',
    input: ofTransfer.extend({
      name: ServerName.optional().describe('Another name, if the account already has a server with this one.'),
      hourlyMicroMills: z.int().optional().describe('The price that was shown; the call is refused if it has changed.'),
    }),
    output: z.object({ serverId: Id, taskId: Id }),
    success: 'serverTransfer:accepted',
    money: true,
    errors: [
      'server:error.taken',
      'serverOrder:error.limit',
      'serverFirewall:error.limit',
      'serverTransfer:error.balance',
      'serverTransfer:error.changed',
      'serverTransfer:error.traffic',
      ...refusals,
    ],
    touches: ['server', 'serverCatalogue', 'serverFirewall', 'wallet'],
    example,
    exampleStatus: 404,
  }),
  cancel: post('/server/manage/transfer/cancel', {
    summary: 'Cancel an offered transfer, or decline a received one',
    input: ofTransfer,
    output: z.object({ done: z.literal(true) }),
    success: 'serverTransfer:cancelled',
    example,
    exampleStatus: 404,
  }),
});
