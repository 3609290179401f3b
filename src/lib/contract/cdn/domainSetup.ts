import { z } from 'zod';
import { nsObservations } from '../../rules/cdn/domain/lifecycle.ts';
import { get, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { DnsRecordDraft } from './dns.ts';

/*
 * Setting up a domain after it was added: its records, then its name servers. Part of the group `domain`.
 */
const ofDomain = z.object({ domainId: Id });

/** A record found in the current DNS, as it would be created. */
export const DiscoveredRecord = DnsRecordDraft.extend({
  proxy: z.boolean().describe('A suggestion: true for web host names with a public address.'),
  state: z.enum(['new', 'exists', 'conflict']).describe('Compared with the domain’s records; `conflict`: a CNAME next to other records.'),
}).meta({ id: 'FoundRecord' });
export type DiscoveredRecord = z.output<typeof DiscoveredRecord>;

export const NsStatus = z
  .object({
    status: z.enum(['active', 'inactive', 'pending', 'pendingNsChange']).describe('Status of the domain.'),
    expected: z.array(z.string()),
    current: z.array(z.string()).describe('As last seen in the parent zone.'),
    matched: z.boolean(),
    seen: z.enum(nsObservations),
    source: z
      .enum(['parent', 'resolver'])
      .nullable()
      .describe('`resolver`: the parent zone is unreachable, so this may be an older cached response.'),
    signed: z.boolean().nullable().describe('Whether the parent zone has a DS record for the domain; null: unknown.'),
    checkedAt: Time.nullable(),
    nextCheckAt: Time.nullable(),
    movedAwayAt: Time.nullable(),
  })
  .meta({ id: 'NsStatus' });
export type NsStatus = z.output<typeof NsStatus>;

export const setupCalls = {
  scan: post('/domain/scan', {
    summary: 'Scan the current DNS records of a domain for review; stores nothing',
    area: 'dns',
    input: ofDomain.extend({ fresh: z.boolean().optional().describe('Scan again, even if there is a result from the last minutes.') }),
    output: z.object({
      records: z.array(DiscoveredRecord),
      left: z
        .array(z.object({ name: z.string(), type: z.string(), content: z.string(), message: z.string() }))
        .describe('Records found that our rules don’t accept.'),
      complete: z.boolean().describe('False: some queries got no response in time.'),
      wildcard: z.boolean().describe('Every name resolves, so only the wildcard and what differs from it are listed.'),
      source: z.enum(['servers', 'resolver', 'none']).describe('Who responded to the queries.'),
      nameServers: z.array(z.string()),
      scannedAt: Time,
    }),
    success: false,
    changes: false,
    errors: ['error:tooManyRequests'],
    example: { domainId: demo.domainId },
  }),
  nsStatus: get('/domain/nsStatus', {
    summary: 'Get the expected name servers of a domain, and those last seen',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({ nsStatus: NsStatus }),
    example: { domainId: demo.domainId },
  }),
  verify: post('/domain/verify', {
    summary: 'Check the name servers now; refused if they aren’t the expected ones',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({ nsStatus: NsStatus }),
    success: false,
    // A check can advance the domain, as the job does; the change is logged when it happens.
    changes: false,
    errors: [
      'cnameSetup:error.byRecord',
      'domain:error.heldBefore',
      'domain:error.nsNotChanged',
      'domain:error.nsUndelegated',
      'domain:error.nsUnseen',
      'error:tooManyRequests',
    ],
    example: { domainId: demo.domainId },
  }),
};
