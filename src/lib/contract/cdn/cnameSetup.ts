import { z } from 'zod';
import { recordObservations } from '../../rules/cdn/cnameSetup/verification.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { setupModes } from './domain.ts';
import { Gate } from './gate.ts';

const CnameHost = z.object({
  host: z.string().describe('A host name with records that go through the CDN.'),
  apex: z.boolean().describe('The root domain, which can’t have a CNAME: use ALIAS or ANAME at the DNS provider, or a redirect.'),
  target: z.string().describe('What its CNAME must point to.'),
  seen: z.string().nullable().optional().describe('The CNAME found; null: none. Absent: not checked yet.'),
  ok: z.boolean().nullable().describe('Null: can’t be determined.'),
  checkedAt: Time.optional(),
});

export const CnameSetup = z
  .object({
    mode: z.enum(setupModes).describe('`ns`: our name servers answer for the domain. `cname`: it stays at its own DNS provider.'),
    pending: z.literal('cname').optional().describe('Requested; takes effect once the verification record is found.'),
    verification: z
      .object({
        name: z.string(),
        value: z.string(),
        seen: z.enum(recordObservations),
      })
      .optional()
      .describe('The TXT record that proves ownership of the domain.'),
    verifiedAt: Time.optional(),
    missingSince: Time.optional().describe('Since when the record, once found, has been missing.'),
    checkedAt: Time.optional(),
    nextCheckAt: Time.optional(),
    hosts: z.array(CnameHost).describe('With `cname`: the host names that must point to the edge.'),
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'CnameSetup' });
export type CnameSetup = z.output<typeof CnameSetup>;
export type CnameHost = z.output<typeof CnameHost>;

const ofDomain = z.object({ domainId: Id });
const answer = z.object({ setup: CnameSetup });

export const cnameSetup = group('cnameSetup', 'domain', {
  get: get('/domain/setup/get', {
    summary: 'Get the setup of a domain: our name servers, or CNAME records at its own DNS provider',
    area: 'globalConfigs',
    input: ofDomain,
    output: answer.extend({ gate: Gate.describe('Whether the domain can be set up by CNAME, and if not, why.') }),
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/setup/update', {
    idempotent: true,
    summary: 'Choose the setup; `cname` takes effect once the verification record is found, `ns` waits for the name servers again',
    area: 'globalConfigs',
    input: ofDomain.extend({
      mode: z.enum(setupModes),
      version: z.int().optional().describe('The version that you last read; the change is refused if it is no longer current.'),
    }),
    output: answer,
    success: false,
    errors: ['plan:requiredTop', 'plan:tldLacks', 'error:versionConflict'],
    touches: ['domain'],
    example: { domainId: demo.domainId, mode: 'cname' },
  }),
  check: post('/domain/setup/check', {
    summary: 'Check the verification record and the host names now',
    area: 'globalConfigs',
    input: ofDomain,
    output: answer,
    success: false,
    // A check can advance the setup, as the job does; the change is logged when it happens.
    changes: false,
    errors: ['plan:requiredTop', 'error:tooManyRequests'],
    touches: ['domain'],
    example: { domainId: demo.domainId },
  }),
});
