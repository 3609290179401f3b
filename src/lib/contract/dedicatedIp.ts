import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { get, group, post } from './call.ts';
import { demo, Id, Time } from './fields.ts';
import { Gate } from './gate.ts';

export const dedicatedIpStatuses = ['none', 'requested', 'assigned', 'refused'] as const;

export const DedicatedIp = z
  .object({
    status: z.enum(dedicatedIpStatuses).describe('`requested`: the operator has yet to decide.'),
    ip: z.string().optional().describe('The address, once the operator has assigned it.'),
    reason: z.string().optional().describe('What the customer wrote with the request.'),
    note: z.string().optional().describe('Why it was refused, in the operator’s words.'),
    requestedAt: Time.optional(),
    decidedAt: Time.optional(),
  })
  .meta({ id: 'DedicatedIp' });
export type DedicatedIp = z.output<typeof DedicatedIp>;

export const DedicatedIpForm = z.object({
  reason: z.string().trim().max(500, key('error:tooLong')).optional().describe('What it is needed for; the operator reads it.'),
});

const ofDomain = z.object({ domainId: Id });
const answer = z.object({ dedicatedIp: DedicatedIp });

export const dedicatedIp = group('dedicatedIp', {
  get: get('/domain/dedicatedIp/get', {
    summary: 'The dedicated address of a domain, or how far the request for one is',
    area: 'globalConfigs',
    input: ofDomain,
    output: answer.extend({ gate: Gate.describe('Whether the domain may have one, and why not.') }),
    example: { domainId: demo.domainId },
  }),
  request: post('/domain/dedicatedIp/request', {
    summary: 'Ask for a dedicated address; the operator decides, and assigns it by hand',
    area: 'globalConfigs',
    input: ofDomain.extend(DedicatedIpForm.shape),
    output: answer,
    success: 'dedicatedIp:requested',
    errors: ['plan:required', 'plan:tldLacks', 'dedicatedIp:error.open', 'dedicatedIp:error.assigned'],
    example: { domainId: demo.domainId, reason: 'A partner admits our traffic by address.' },
  }),
  withdraw: post('/domain/dedicatedIp/withdraw', {
    summary: 'Take back a request that was not decided yet',
    area: 'globalConfigs',
    input: ofDomain,
    output: answer,
    success: 'dedicatedIp:withdrawn',
    errors: ['dedicatedIp:error.noRequest'],
    example: { domainId: demo.planDomainId },
  }),
});
