import { z } from 'zod';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { Gate } from './gate.ts';

const Key = z.object({
  keyTag: z.int(),
  flags: z.int().describe('257: the key is a secure entry point.'),
  protocol: z.int(),
  algorithm: z.int().describe('13: ECDSA on P-256 with SHA-256.'),
  algorithmName: z.string(),
  publicKey: z.string().describe('Base64.'),
  record: z.string().describe('The DNSKEY record as a line of a zone file.'),
});

const Ds = z.object({
  digestType: z.int().describe('2: SHA-256; 4: SHA-384.'),
  digestName: z.string(),
  digest: z.string().describe('Hex, in upper case.'),
  record: z.string().describe('The DS record as a line of a zone file.'),
});

const Roll = z.object({
  step: z
    .enum(['publish', 'registrar', 'parent'])
    .describe(
      '`publish`: the new key is published alongside the current one, and resolvers learn of it. `registrar`: the parent needs its DS record. `parent`: it has it, and resolvers forget the earlier ones.',
    ),
  startedAt: Time,
  publishedAt: Time.optional().describe('When the name servers had both keys.'),
  until: Time.optional().describe('When the step ends at the earliest. Absent if that depends on the name servers or the registrar.'),
  key: Key.describe('The new key.'),
  ds: z.array(Ds).describe('Its DS records. Empty until resolvers know the key: a parent with only these would break the domain.'),
  canCancel: z.boolean().describe('Whether no resolver can have a DS record of the new key.'),
  unansweredAt: Time.optional().describe('Since when the parent can’t be asked; the roll waits.'),
});

export const Dnssec = z
  .object({
    status: z
      .enum(['off', 'pending', 'active'])
      .describe('`pending`: the zone is signed, and the parent has no DS record of its key yet. `active`: it has one.'),
    isOffered: z.boolean().describe('Whether the connected name servers can sign zones.'),
    key: Key.optional().describe('The current key. Absent while off.'),
    ds: z.array(Ds).describe('The DS records of the key, for the registrar: one is enough. Empty while off.'),
    roll: Roll.optional().describe('The replacement of the key. Absent while there is none.'),
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
    // No zone is signed.
    exampleStatus: 409,
  }),
  roll: post('/domain/dnssec/roll', {
    summary: 'Start to replace the key of a zone',
    area: 'dns',
    input: ofDomain,
    output: z.object({ dnssec: Dnssec }),
    success: 'dnssec:rollStarted',
    errors: ['dnssec:error.inactive', 'dnssec:error.unsupported', 'dnssec:error.unreachable', 'error:tooManyRequests'],
    touches: ['domain', 'zone'],
    example: { domainId: demo.domainId },
    exampleStatus: 409,
  }),
  cancelRoll: post('/domain/dnssec/roll/cancel', {
    summary: 'Keep the current key of a zone, and withdraw the new one',
    area: 'dns',
    input: ofDomain,
    output: z.object({ dnssec: Dnssec }),
    success: 'dnssec:rollCanceled',
    errors: ['dnssec:error.noRoll', 'dnssec:error.late', 'dnssec:error.unreachable', 'error:tooManyRequests'],
    touches: ['domain', 'zone'],
    example: { domainId: demo.domainId },
    exampleStatus: 409,
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
