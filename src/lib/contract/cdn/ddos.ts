import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { maxExceptions } from '../../rules/cdn/ddos/exceptions.ts';
import { get, group, post } from '../call.ts';
import { demo, Time } from '../fields.ts';
import { ChallengeType, Duration, expectedVersion, ofDomain } from './edge.ts';

/** `exceptionFaults` checks each line against the domain, in the form and in the provider. */
const Exception = z.string().trim().min(1, key('ddos:error.empty')).max(500, key('error:tooLong'));

export const DdosForm = z.object({
  enabled: z.boolean().describe('Whether every visitor has to pass a challenge.'),
  challengeType: ChallengeType,
  passTime: Duration.describe('How long a passed challenge is valid.'),
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
    underAttackUntil: Time.nullable().describe('Until this time every visitor is challenged, regardless of `enabled`.'),
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'Ddos' });
export type Ddos = z.output<typeof Ddos>;

const { domainId } = demo;

export const ddos = group('ddos', 'domain', {
  get: get('/domain/ddos/get', {
    summary: 'Get the DDoS challenge of a domain',
    area: 'ddos',
    input: ofDomain,
    output: z.object({ ddos: Ddos }),
    example: { domainId },
  }),
  update: post('/domain/ddos/update', {
    idempotent: true,
    summary: 'Change the DDoS challenge; omitted fields stay unchanged',
    area: 'ddos',
    input: ofDomain.extend({ ...DdosForm.partial().shape, version: expectedVersion }),
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
    summary: 'Turn under attack mode on or off: every visitor is challenged until it ends',
    area: 'ddos',
    input: ofDomain
      .extend({ enabled: z.boolean(), for: Duration.optional().describe('Required to turn it on. Starts now.') })
      .refine((input) => !input.enabled || input.for !== undefined, { path: ['for'], error: key('ddos:error.for') }),
    output: z.object({ ddos: Ddos }),
    success: false,
    touches: ['domain'],
    example: { domainId, enabled: true, for: { value: 1, unit: 'h' } },
  }),
});
