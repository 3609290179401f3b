import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { Gate } from './gate.ts';

export const dedicatedIpStatuses = ['none', 'requested', 'assigned', 'refused'] as const;

export const DedicatedIp = z
  .object({
    status: z.enum(dedicatedIpStatuses).describe('`requested`: waiting for the operator’s decision.'),
    ip: z.string().optional().describe('The address, once the operator has assigned it.'),
    reason: z.string().optional().describe('What the customer wrote with the request.'),
    note: z.string().optional().describe('Why it was refused, in the operator’s words.'),
    requestedAt: Time.optional(),
    decidedAt: Time.optional(),
  })
  .meta({ id: 'DedicatedIp' });
export type DedicatedIp = z.output<typeof DedicatedIp>;

export const DedicatedIpForm = z.object({
  reason: z.string().trim().max(500, key('error:tooLong')).optional().describe('What it is needed for; shown to the operator.'),
});

const ofDomain = z.object({ domainId: Id });
const answer = z.object({ dedicatedIp: DedicatedIp });

export const dedicatedIp = group('dedicatedIp', 'domain', {
  get: get('/domain/dedicatedIp/get', {
    summary: 'Get the dedicated IP address of a domain, or the status of its request',
    area: 'globalConfigs',
    input: ofDomain,
    output: answer.extend({ gate: Gate.describe('Whether the domain can have one, and if not, why.') }),
    example: { domainId: demo.domainId },
  }),
  request: post('/domain/dedicatedIp/request', {
    summary: 'Request a dedicated IP address; the operator decides and assigns it',
    area: 'globalConfigs',
    input: ofDomain.extend(DedicatedIpForm.shape),
    output: answer,
    success: 'dedicatedIp:requested',
    errors: ['plan:requiredTop', 'plan:tldLacks', 'dedicatedIp:error.open', 'dedicatedIp:error.assigned'],
    example: { domainId: demo.domainId, reason: 'A partner admits our traffic by address.' },
  }),
  withdraw: post('/domain/dedicatedIp/withdraw', {
    summary: 'Withdraw a request that is still waiting for a decision',
    area: 'globalConfigs',
    input: ofDomain,
    output: answer,
    success: 'dedicatedIp:withdrawn',
    errors: ['dedicatedIp:error.noRequest'],
    example: { domainId: demo.planDomainId },
  }),
});
