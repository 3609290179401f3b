import { z } from 'zod';
import { transports } from '../../lib/contract/account/passkey.ts';
import { stopReasons } from '../../lib/contract/core/stopped.ts';
import { BudgetForm } from '../../lib/contract/finance/budget.ts';
import { alarmChannels } from '../../lib/rules/cloud/alarm.ts';
import { accessLevels } from '../../lib/rules/core/apiKeyAccess.ts';
import { channels } from '../../lib/rules/core/notificationEvents.ts';
import { flag, json, unchecked } from './codec.ts';

const texts = json(z.array(z.string()));
const params = json(z.record(z.string(), z.union([z.string(), z.number()])));
const stops = json(z.array(z.enum(stopReasons)));
const rights = { access: unchecked, domainIds: texts, serverIds: texts, spaceIds: texts };

/**
 * How columns are stored that aren't a text or a number. Some texts stay JSON: those that are compared or sent as they are
 * (`changeLog`, `edgeItem`, `idempotency`, `webhookDelivery`), and values that needn't be an object or a list (`catalogueItem`, `meta`).
 */
export const columns = {
  accountMember: rights,
  acmeOrder: { hosts: texts },
  apiKey: {
    access: json(z.record(z.string(), z.enum(accessLevels))),
    domainIds: texts,
    serverIds: texts,
    allowedIps: texts,
    needsApproval: flag,
  },
  autoTopUp: { enabled: flag },
  backup: { problemParams: params, isScheduled: flag, pendingSupplies: unchecked, stops },
  budget: { thresholds: json(z.array(z.number())), perDomain: json(BudgetForm.shape.perDomain) },
  cacheDeletion: { items: texts },
  cluster: { affinity: unchecked, monitoring: unchecked },
  clusterServer: { backup: flag, draining: flag, lastUp: flag },
  cnameSetup: { pending: flag, hosts: json(z.record(z.string(), z.object({ seen: z.string().nullable(), at: z.number() }))) },
  customNs: { wanted: unchecked, current: unchecked, records: texts, found: texts },
  customPage: { enabled: flag },
  department: { title: unchecked, services: unchecked, isRetired: flag },
  desired: { isRemoved: flag, reasonParams: params },
  dnsRecord: { proxy: flag, tags: texts },
  dnsSetting: { proxyDefault: flag, cnameFlattening: flag },
  dnssec: { parent: texts },
  domainAlarm: { enabled: flag },
  domainCheck: { current: texts, signed: flag },
  domainSuspension: { didPause: flag },
  domainTraffic: { pendingSupplies: unchecked },
  edgeItem: { deploy: flag, off: flag },
  edgeNode: {
    versions: unchecked,
    refused: unchecked,
    places: flag,
    abilities: unchecked,
    warnings: unchecked,
    addresses: texts,
    heartbeat: unchecked,
    presence: unchecked,
  },
  edgePolicy: { isSealed: flag },
  edgeSetting: { value: unchecked },
  edgeSteering: { edges: unchecked },
  firewallGroup: { addresses: texts },
  heldMessage: { isDigest: flag, params },
  incident: { title: unchecked, components: unchecked },
  incidentUpdate: { text: unchecked },
  invoice: { issuer: unchecked, buyer: unchecked },
  invoiceArchive: { buyer: unchecked },
  invoiceItem: { title: unchecked, supply: unchecked },
  job: { payload: unchecked },
  ledgerEntry: { description: unchecked, supplies: unchecked },
  logTarget: { enabled: flag },
  notification: { params },
  notificationSetting: { events: json(z.record(z.string(), z.partialRecord(z.enum(channels), z.boolean()))), digest: flag },
  passkey: { transports: json(z.array(z.enum(transports))), isSyncable: flag, isBackedUp: flag },
  payment: { saveCard: flag },
  powerdnsZone: { isRemoved: flag },
  proposal: { input: unchecked, changes: unchecked },
  removedDomain: { domain: unchecked, term: unchecked, certificates: unchecked },
  server: {
    tags: texts,
    rescue: flag,
    protect: flag,
    autopilot: flag,
    autoRenew: flag,
    bootHard: flag,
    previousSize: unchecked,
    settings: unchecked,
    problemParams: params,
    isDemo: flag,
  },
  serverAlarm: { channels: json(z.array(z.enum(alarmChannels))), enabled: flag },
  serverEvent: { messageParams: params },
  serverFirewall: { isDefault: flag, rules: unchecked },
  serverIp: { pendingSupplies: unchecked },
  serverTraffic: { pendingSupplies: unchecked },
  serverUsage: { pendingSupplies: unchecked },
  simulated: { removed: flag, spec: unchecked, steps: unchecked },
  snapshot: { pendingSupplies: unchecked, stops },
  space: { pendingSupplies: unchecked, stops },
  ssl: { hosts: texts, isSelfSigned: flag, attachedHosts: texts, reasonParams: params },
  task: { messageParams: params },
  teamInvitation: rights,
  ticket: { hasDiagnostics: flag },
  ticketDiagnostics: { sections: unchecked, failedCalls: unchecked },
  ticketMessage: { isNote: flag },
  user: { isDemo: flag, ipRestricted: flag, allowedIps: unchecked },
  verification: { payload: unchecked },
  volume: { problemParams: params, pendingSupplies: unchecked },
  webhook: { enabled: flag },
};
