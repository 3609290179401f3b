import { z } from 'zod';
import { recordSeen } from '../rules/cnameSetup/verification.ts';
import { get, group, post } from './call.ts';
import { setupModes } from './domain.ts';
import { demo, Id, Time } from './fields.ts';
import { Gate } from './gate.ts';

const CnameHost = z.object({
  host: z.string().describe('A name with records that go through the CDN.'),
  apex: z.boolean().describe('The domain itself, where no CNAME can stand: ALIAS or ANAME at the provider, or a redirect.'),
  target: z.string().describe('What its CNAME has to point to.'),
  seen: z.string().nullable().optional().describe('The CNAME that was found; null: none. Absent: not looked at yet.'),
  ok: z.boolean().nullable().describe('Null: can’t be told.'),
  checkedAt: Time.optional(),
});

export const CnameSetup = z
  .object({
    mode: z.enum(setupModes).describe('`ns`: our name servers answer for the domain. `cname`: it stays at its own DNS provider.'),
    pending: z.literal('cname').optional().describe('Asked for; takes effect once the verification record is seen.'),
    verification: z
      .object({
        name: z.string(),
        value: z.string(),
        seen: z.enum(recordSeen),
      })
      .optional()
      .describe('The TXT record that proves whose domain it is.'),
    verifiedAt: Time.optional(),
    missingSince: Time.optional().describe('The record was there, and is not any more.'),
    checkedAt: Time.optional(),
    nextCheckAt: Time.optional(),
    hosts: z.array(CnameHost).describe('With `cname`: what has to point to the edge.'),
    version: z.int().describe('Grows with each change; send it back with an update.'),
  })
  .meta({ id: 'CnameSetup' });
export type CnameSetup = z.output<typeof CnameSetup>;
export type CnameHost = z.output<typeof CnameHost>;

const ofDomain = z.object({ domainId: Id });
const answer = z.object({ setup: CnameSetup });

export const cnameSetup = group('cnameSetup', {
  get: get('/domain/setup/get', {
    summary: 'How a domain is set up: by its name servers, or by CNAME records at its own DNS provider',
    area: 'globalConfigs',
    input: ofDomain,
    output: answer.extend({ gate: Gate.describe('Whether the domain may be set up by CNAME, and why not.') }),
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/setup/update', {
    summary: 'Choose the setup; `cname` takes effect once the verification record is seen, `ns` waits for the name servers again',
    area: 'globalConfigs',
    input: ofDomain.extend({
      mode: z.enum(setupModes),
      version: z.int().optional().describe('The version that was seen; another one refuses the change.'),
    }),
    output: answer,
    success: false,
    errors: ['plan:required', 'plan:tldLacks', 'error:versionConflict'],
    touches: ['domain'],
    example: { domainId: demo.domainId, mode: 'cname' },
  }),
  check: post('/domain/setup/check', {
    summary: 'Look at the verification record and the hosts now',
    area: 'globalConfigs',
    input: ofDomain,
    output: answer,
    success: false,
    // What it sees moves the setup on, as the job would; that is logged when it happens.
    changes: false,
    errors: ['plan:required', 'error:tooManyRequests'],
    touches: ['domain'],
    example: { domainId: demo.domainId },
  }),
});
