import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { maxExceptions } from '../rules/ddos/exceptions.ts';
import { get, group, post } from './call.ts';
import { ChallengeType, Duration, ofDomain, seenVersion } from './edge.ts';
import { demo, Time } from './fields.ts';

/** Against the domain each line is judged by `exceptionFaults`, in the form and in the provider. */
const Exception = z.string().trim().min(1, key('ddos:error.empty')).max(500, key('error:tooLong'));

export const DdosForm = z.object({
  enabled: z.boolean().describe('Whether every visitor has to pass a challenge.'),
  challengeType: ChallengeType,
  passTime: Duration.describe('How long a challenge that was passed holds.'),
  exceptions: z
    .array(Exception)
    .max(maxExceptions, key('error:tooMany'))
    .describe('Addresses, ranges and paths that are never challenged.'),
});
export type DdosForm = z.output<typeof DdosForm>;

export const Ddos = z
  .object({
    enabled: z.boolean(),
    challengeType: ChallengeType,
    passTime: Duration,
    exceptions: z.array(z.string()),
    underAttackUntil: Time.nullable().describe('While it is ahead, everybody is challenged, whatever "enabled" says.'),
    version: z.int().describe('Grows with each change; send it back with an update.'),
  })
  .meta({ id: 'Ddos' });
export type Ddos = z.output<typeof Ddos>;

const { domainId } = demo;

export const ddos = group('ddos', {
  get: get('/domain/ddos/get', {
    summary: 'The DDoS challenge of a domain',
    area: 'ddos',
    input: ofDomain,
    output: z.object({ ddos: Ddos }),
    example: { domainId },
  }),
  update: post('/domain/ddos/update', {
    summary: 'Change the DDoS challenge; what is absent stays',
    area: 'ddos',
    input: ofDomain.extend({ ...DdosForm.partial().shape, version: seenVersion }),
    output: z.object({ ddos: Ddos }),
    success: 'ddos:updated',
    errors: ['error:versionConflict'],
    example: {
      domainId,
      enabled: true,
      challengeType: 'cookie',
      passTime: { value: 1, unit: 'h' },
      exceptions: ['198.51.100.0/24', '/hooks/*'],
    },
  }),
  underAttack: post('/domain/ddos/underAttack', {
    summary: 'Challenge every visitor for a time; it ends by itself',
    area: 'ddos',
    input: ofDomain
      .extend({ enabled: z.boolean(), for: Duration.optional().describe('Needed to switch it on. Counts from now.') })
      .refine((input) => !input.enabled || input.for !== undefined, { path: ['for'], error: key('ddos:error.for') }),
    output: z.object({ ddos: Ddos }),
    success: false,
    example: { domainId, enabled: true, for: { value: 1, unit: 'h' } },
  }),
});
