import { z } from 'zod';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { Gate } from './gate.ts';

export const Dnssec = z
  .object({
    status: z
      .enum(['off', 'pending', 'active'])
      .describe('`pending`: the zone is signed, and the parent has no DS record of its key yet. `active`: it has one.'),
    isOffered: z.boolean().describe('Whether the connected name servers can sign zones.'),
    key: z
      .object({
        keyTag: z.int(),
        flags: z.int().describe('257: the key is a secure entry point.'),
        protocol: z.int(),
        algorithm: z.int().describe('13: ECDSA on P-256 with SHA-256.'),
        algorithmName: z.string(),
        publicKey: z.string().describe('Base64.'),
        record: z.string().describe('The DNSKEY record as a line of a zone file.'),
      })
      .optional()
      .describe('Absent while off.'),
    ds: z
      .array(
        z.object({
          digestType: z.int().describe('2: SHA-256; 4: SHA-384.'),
          digestName: z.string(),
          digest: z.string().describe('Hex, in upper case.'),
          record: z.string().describe('The DS record as a line of a zone file.'),
        }),
      )
      .describe('The DS records of the key, for the registrar: one is enough. Empty while off.'),
    parent: z
      .object({
        state: z
          .enum(['unchecked', 'none', 'matches', 'other'])
          .describe('`other`: DS records of another key, which makes the domain fail.'),
        ds: z.array(z.string()).describe('The data of its DS records.'),
      })
      .describe('What the parent zone had at the last check.'),
    checkedAt: Time.optional(),
    needs: z
      .enum(['parent', 'cached', 'unknown'])
      .nullable()
      .describe(
        'Why turning DNSSEC off now would make the domain fail. `cached`: resolvers may still have the DS record. Null: it’s safe.',
      ),
  })
  .meta({ id: 'Dnssec' });
export type Dnssec = z.output<typeof Dnssec>;

const ofDomain = z.object({ domainId: Id });

export const dnssec = group('dnssec', 'domain', {
  get: get('/domain/dnssec/get', {
    summary: 'Get the DNSSEC status of a domain, with its key and DS records',
    area: 'dns',
    input: ofDomain,
    output: z.object({ dnssec: Dnssec, gate: Gate.describe('Whether the domain can have DNSSEC, and if not, why.') }),
    example: { domainId: demo.domainId },
  }),
  enable: post('/domain/dnssec/enable', {
    summary: 'Sign a zone',
    area: 'dns',
    input: ofDomain,
    output: z.object({ dnssec: Dnssec }),
    success: 'dnssec:enabled',
    errors: ['plan:required', 'plan:requiredTop', 'plan:tldLacks', 'plan:notLive', 'dnssec:error.unsupported', 'dnssec:error.cname'],
    touches: ['domain', 'zone'],
    example: { domainId: demo.domainId },
  }),
  disable: post('/domain/dnssec/disable', {
    summary: 'Stop signing a zone',
    area: 'dns',
    input: ofDomain.extend({
      confirm: z
        .boolean()
        .default(false)
        .describe('Even if the parent still has a DS record, or can’t be asked. The domain then fails for resolvers that validate.'),
    }),
    output: z.object({ dnssec: Dnssec }),
    success: 'dnssec:disabled',
    errors: ['dnssec:error.off', 'dnssec:error.parent', 'dnssec:error.cached', 'dnssec:error.unknown', 'error:tooManyRequests'],
    touches: ['domain', 'zone'],
    example: { domainId: demo.domainId, confirm: true },
  }),
  verify: post('/domain/dnssec/verify', {
    summary: 'Check now which DS records the parent zone has',
    area: 'dns',
    input: ofDomain,
    output: z.object({
      dnssec: Dnssec,
      parent: z.object({ dsFound: z.boolean(), matches: z.boolean().describe('One of them belongs to the zone’s key.') }),
    }),
    success: false,
    errors: ['dnssec:error.unreachable', 'error:tooManyRequests'],
    touches: ['domain'],
    example: { domainId: demo.domainId },
  }),
});
