import { z } from 'zod';
import { nsSeen } from '../rules/domain/lifecycle.ts';
import { get, post } from './call.ts';
import { DnsRecordDraft } from './dns.ts';
import { demo, Id, Time } from './fields.ts';

/*
 * Setting a domain up, after it was added: its records, then its name servers. Part of the group `domain`.
 */
const ofDomain = z.object({ domainId: Id });

/** A record that was found, as it would be created. */
export const FoundRecord = DnsRecordDraft.extend({
  proxy: z.boolean().describe('A suggestion: web names with a public address.'),
  state: z.enum(['new', 'exists', 'conflict']).describe('Beside the records that the domain has: `conflict` is a CNAME among others.'),
}).meta({ id: 'FoundRecord' });
export type FoundRecord = z.output<typeof FoundRecord>;

export const NsStatus = z
  .object({
    status: z.enum(['active', 'inactive', 'pending', 'pendingNsChange']).describe('Of the domain.'),
    expected: z.array(z.string()),
    current: z.array(z.string()).describe('At the parent zone when it was looked at last.'),
    matched: z.boolean(),
    seen: z.enum(nsSeen),
    source: z.enum(['parent', 'resolver']).nullable().describe('`resolver`: the parent can’t be reached; a cache may be older.'),
    signed: z.boolean().nullable().describe('The parent has a DS record of the domain; null: not known.'),
    checkedAt: Time.nullable(),
    nextCheckAt: Time.nullable(),
    movedAwayAt: Time.nullable(),
  })
  .meta({ id: 'NsStatus' });
export type NsStatus = z.output<typeof NsStatus>;

export const setupCalls = {
  scan: post('/domain/scan', {
    summary: 'The DNS that a domain has today, to be reviewed; stores no record',
    area: 'dns',
    input: ofDomain.extend({ fresh: z.boolean().optional().describe('Look again, though there is an answer from the last minutes.') }),
    output: z.object({
      records: z.array(FoundRecord),
      left: z
        .array(z.object({ name: z.string(), type: z.string(), content: z.string(), message: z.string() }))
        .describe('Found, but not to be kept by our rules.'),
      complete: z.boolean().describe('False: some questions had no answer in time.'),
      wildcard: z.boolean().describe('Any name answers, so only the wildcard and what differs from it is listed.'),
      source: z.enum(['servers', 'resolver', 'none']).describe('Who answered.'),
      nameServers: z.array(z.string()),
      scannedAt: Time,
    }),
    success: false,
    changes: false,
    errors: ['error:tooManyRequests'],
    example: { domainId: demo.domainId },
  }),
  nsStatus: get('/domain/nsStatus', {
    summary: 'The name servers that a domain should have, and those that were seen',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({ nsStatus: NsStatus }),
    example: { domainId: demo.domainId },
  }),
  verify: post('/domain/verify', {
    summary: 'Look at the name servers now; refused while they are not the expected ones',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({ nsStatus: NsStatus }),
    success: false,
    // What it sees moves the domain on, as the job would; that is logged when it happens.
    changes: false,
    errors: [
      'cnameSetup:error.byRecord',
      'domain:error.nsNotChanged',
      'domain:error.nsUndelegated',
      'domain:error.nsUnseen',
      'error:tooManyRequests',
    ],
    example: { domainId: demo.domainId },
  }),
};
