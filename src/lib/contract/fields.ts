import { z } from 'zod';
import { key } from '../i18n/key.ts';

/** An opaque id (UUIDv7). Anything else can't be an id and is refused before the database is queried. */
export const Id = z
  .string()
  .max(64, key('error:invalid'))
  .regex(/^[0-9A-Za-z_-]+$/, key('error:invalid'));

/** ISO 8601, UTC. */
export const Time = z.iso.datetime();

/** Money in mills, 1/1000 of the currency unit. */
export const Mills = z.int();

export const Email = z
  .string()
  .trim()
  .min(1, key('error:required'))
  .max(254, key('error:tooLong'))
  .pipe(z.email(key('error:email')))
  .transform((value) => value.toLowerCase());

/** What is saved but probably not intended. */
export const Warning = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Warning' });

/** Paging that every list accepts; without `page` it returns the whole list. */
export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  perPage: z.coerce.number().int().min(1).max(200).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  q: z.string().max(200).optional(),
};

/** A flag in a query string or a multipart field arrives as text. */
export const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** Ids of the demo data, so that the examples of OpenAPI work on a fresh installation. */
export const demo = {
  email: 'demo@nasim.example',
  second: 'second@nasim.example',
  operator: 'operator@nasim.example',
  password: 'breeze-demo',
  domainId: '01930000-0000-7000-8000-00000000d001',
  /** On a paid plan, so that it can be changed. */
  planDomainId: '01930000-0000-7000-8000-00000000d002',
  /** Removed, and can be restored. */
  removedDomainId: '01930000-0000-7000-8000-00000000d009',
  webhookId: '01930000-0000-7000-8000-0000000a4001',
  /** Versions are captured after the seeds, so there is none with this ID. */
  versionId: '01930000-0000-7000-8000-0000000b1001',
  recordId: '01930000-0000-7000-8000-00000000e001',
  rateLimitIds: ['01930000-0000-7000-8000-0000000ea001', '01930000-0000-7000-8000-0000000ea002'],
  sslId: '01930000-0000-7000-8000-00000000f001',
  customSslId: '01930000-0000-7000-8000-00000000f002',
  pageId: '01930000-0000-7000-8000-0000000fa001',
  wafRuleId: '01930000-0000-7000-8000-00000000f301',
  wafDraftId: '01930000-0000-7000-8000-00000000f302',
  wafExceptionId: '01930000-0000-7000-8000-00000000f303',
  clusterId: '01930000-0000-7000-8000-00000000c001',
  domainAlarmId: '01930000-0000-7000-8000-00000000c021',
  /** The second server of that cluster. */
  clusterServerId: '01930000-0000-7000-8000-00000000c011',
  /** A cluster that nothing is connected to. */
  freeClusterId: '01930000-0000-7000-8000-00000000c002',
  /** In order; the last is a draft. */
  firewallRules: [
    '01930000-0000-7000-8000-00000000f101',
    '01930000-0000-7000-8000-00000000f102',
    '01930000-0000-7000-8000-00000000f103',
    '01930000-0000-7000-8000-00000000f104',
    '01930000-0000-7000-8000-00000000f105',
  ],
  firewallGroupId: '01930000-0000-7000-8000-00000000f201',
  /** No rule uses it. */
  freeFirewallGroupId: '01930000-0000-7000-8000-00000000f202',
  spaceId: '01930000-0000-7000-8000-00000000b101',
  /** It is empty. */
  emptySpaceId: '01930000-0000-7000-8000-00000000b102',
  /** An additional key and a shared link of the first. */
  spaceKeyId: '01930000-0000-7000-8000-00000000b103',
  spaceLinkId: '01930000-0000-7000-8000-00000000b104',
  sshKeyId: '01930000-0000-7000-8000-00000000a101',
  otherSshKeyId: '01930000-0000-7000-8000-00000000a102',
  /** A closed invoice, and an unpaid proforma invoice that the wallet can pay. */
  invoiceId: '01930000-0000-7000-8000-00000000f401',
  proformaId: '01930000-0000-7000-8000-00000000f402',
  /** At the sandbox gateway; the customer hasn’t paid yet. */
  paymentId: '01930000-0000-7000-8000-00000000fb01',
  /** Stored by the sandbox gateway; automatic top-up is off. */
  cardId: '01930000-0000-7000-8000-00000000fb02',
  archiveId: '01930000-0000-7000-8000-00000000f403',
  networkId: '01930000-0000-7000-8000-00000000b101',
  /** It has no servers. */
  freeNetworkId: '01930000-0000-7000-8000-00000000b102',
  /** Used by a server; has two rules. */
  serverFirewallId: '01930000-0000-7000-8000-00000000b201',
  serverRuleId: '01930000-0000-7000-8000-00000000b211',
  otherServerRuleId: '01930000-0000-7000-8000-00000000b212',
  freeServerFirewallId: '01930000-0000-7000-8000-00000000b202',
  logTargetId: '01930000-0000-7000-8000-00000000e101',
  ticketId: '01930000-0000-7000-8000-00000000a101',
  closedTicketId: '01930000-0000-7000-8000-00000000a102',
  /** A support reply in `ticketId`. */
  replyId: '01930000-0000-7000-8000-00000000a211',
  /** A resolved incident that is too old for the status page. */
  incidentId: '01930000-0000-7000-8000-00000000a401',
  /** The account of `second`. */
  customerId: '01930000-0000-7000-8000-00000000a501',
  /** A correction of its wallet that waits for a second operator. */
  creditRequestId: '01930000-0000-7000-8000-00000000a601',
  replyTemplateId: '01930000-0000-7000-8000-00000000a301',

  apiKeyId: '01930000-0000-7000-8000-0000000ab001',
  /** Page rules of the demo domain, in order; `pathId` has a draft. */
  pathIds: [
    '01930000-0000-7000-8000-00000000f001',
    '01930000-0000-7000-8000-00000000f002',
    '01930000-0000-7000-8000-00000000f003',
    '01930000-0000-7000-8000-00000000f004',
    '01930000-0000-7000-8000-00000000f005',
    '01930000-0000-7000-8000-00000000f006',
  ],
  pathId: '01930000-0000-7000-8000-00000000f003',

  /** Running, powered off, and being installed. */
  serverId: '01930000-0000-7000-8000-00000005e001',
  /** As the simulated driver derives it from the ID. */
  serverAddress: '198.19.142.122',
  offServerId: '01930000-0000-7000-8000-00000005e002',
  newServerId: '01930000-0000-7000-8000-00000005e003',
  snapshotId: '01930000-0000-7000-8000-00000005a001',
  /** Attached to the running server, and attached to none. */
  volumeId: '01930000-0000-7000-8000-00000005b001',
  freeVolumeId: '01930000-0000-7000-8000-00000005b002',
  /** CPU of `serverId`; in state `ok`, with a history. */
  alarmId: '01930000-0000-7000-8000-0000000a1a01',
  /** Of the running server: a full one, and the last one that is built on it. */
  backupId: '01930000-0000-7000-8000-00000005c001',
  lastBackupId: '01930000-0000-7000-8000-00000005c003',
} as const;
