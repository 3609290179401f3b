import { z } from 'zod';
import { transports } from '../../lib/contract/account/passkey.ts';
import { BudgetForm } from '../../lib/contract/finance/budget.ts';
import { alarmChannels } from '../../lib/rules/cloud/alarm.ts';
import { accessLevels } from '../../lib/rules/core/apiKeyAccess.ts';
import { channels } from '../../lib/rules/core/notificationEvents.ts';
import { flag, json, unchecked } from './codec.ts';

const texts = json(z.array(z.string()));
const params = json(z.record(z.string(), z.union([z.string(), z.number()])));
const rights = { access: unchecked, domainIds: texts, serverIds: texts, spaceIds: texts };

/**
 * How columns are stored that aren't a text or a number. Some texts stay JSON: those that are compared or sent as they are
 * (`changeLog`, `edgeItem`, `idempotency`, `webhookDelivery`), and values that needn't be an object or a list (`catalogueItem`, `meta`).
 */
export const columns = {
  accountMember: rights,
  acmeOrder: { hosts: texts },
  apiKey: { access: json(z.record(z.string(), z.enum(accessLevels))), domainIds: texts, serverIds: texts, allowedIps: texts },
  autoTopUp: { enabled: flag },
  budget: { thresholds: json(z.array(z.number())), perDomain: json(BudgetForm.shape.perDomain) },
  cacheDeletion: { items: texts },
  cnameSetup: { pending: flag, hosts: json(z.record(z.string(), z.object({ seen: z.string().nullable(), at: z.number() }))) },
  dnssec: { parent: texts },
  domainCheck: { current: texts, signed: flag },
  domainSuspension: { didPause: flag },
  heldMessage: { isDigest: flag, params },
  incident: { title: unchecked, components: unchecked },
  incidentUpdate: { text: unchecked },
  logTarget: { enabled: flag },
  notificationSetting: { events: json(z.record(z.string(), z.partialRecord(z.enum(channels), z.boolean()))), digest: flag },
  passkey: { transports: json(z.array(z.enum(transports))), isSyncable: flag, isBackedUp: flag },
  payment: { saveCard: flag },
  powerdnsZone: { isRemoved: flag },
  serverAlarm: { channels: json(z.array(z.enum(alarmChannels))), enabled: flag },
  teamInvitation: rights,
  ticket: { hasDiagnostics: flag },
  ticketDiagnostics: { sections: unchecked, failedCalls: unchecked },
  ticketMessage: { isNote: flag },
  user: { isAdmin: flag, isDemo: flag, ipRestricted: flag, allowedIps: unchecked },
  verification: { payload: unchecked },
  webhook: { enabled: flag },
};
