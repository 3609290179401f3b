import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import type { TKey } from '../../i18n/keys.ts';
import { maxFilter } from '../../rules/cdn/dns/filter.ts';
import { maxComment, maxTag, maxTags } from '../../rules/cdn/dns/notes.ts';
import { maxUint16 } from '../../rules/cdn/dns/rdata/simple.ts';
import { maxTtl, minTtl } from '../../rules/cdn/dns/record.ts';
import { recordTypes } from '../../rules/core/dnsTypes.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, paging, Time, Warning } from '../fields.ts';
import { keyWith } from '../issue.ts';

function whole(name: TKey) {
  const message = keyWith(name, { max: maxUint16 });
  return z.int({ error: message }).min(0, message).max(maxUint16, message);
}
const badTtl = keyWith('dns:error.ttl', { min: minTtl, max: maxTtl });

/** Notes at a record, which DNS doesn't serve. `lib/rules/cdn/dns/notes.ts` has the rules. */
const Comment = z.string().max(maxComment, keyWith('dns:error.commentTooLong', { max: maxComment }));
const Tags = z
  .array(z.string().max(maxTag, key('error:tooLong')))
  .max(maxTags, keyWith('dns:error.tagsTooMany', { max: maxTags }))
  .describe('Without spaces, commas, semicolons and quotation marks.');

export const Ttl = z
  .union([z.literal('auto'), z.int(badTtl).min(minTtl, badTtl).max(maxTtl, badTtl)], { error: badTtl })
  .describe('Seconds (RFC 2181 section 8), or "auto".');

/** What a customer writes. Rules that need the zone's name are in `lib/rules/cdn/dns`; the form and the provider both run them. */
export const DnsRecordDraft = z.object({
  name: z
    .string()
    .trim()
    .min(1, key('dns:error.required'))
    .max(1000, key('error:tooLong'))
    .describe('Relative to the domain; "@" is the root domain.'),
  type: z.enum(recordTypes, { error: key('error:choice') }),
  content: z.string().max(65_535, key('error:tooLong')),
  ttl: Ttl.default('auto'),
  proxy: z.boolean().default(false).describe('Through the CDN: A, AAAA and CNAME only.'),
  priority: whole('dns:error.priority').optional().describe('MX, SRV, URI, HTTPS, SVCB.'),
  weight: whole('dns:error.weight').optional().describe('SRV, URI.'),
  port: whole('dns:error.port').optional().describe('SRV.'),
  comment: Comment.default('').describe('One line for your team; it isn’t served.'),
  tags: Tags.default([]),
});
export type DnsRecordDraft = z.output<typeof DnsRecordDraft>;

export const DnsRecord = z
  .object({
    id: Id,
    ...DnsRecordDraft.shape,
    ttl: z.union([z.literal('auto'), z.int()]),
    proxy: z.boolean(),
    comment: z.string().optional().describe('Absent: none.'),
    tags: z.array(z.string()).optional().describe('Absent: none.'),
    service: z.string().optional().describe('SRV: taken from the name.'),
    protocol: z.string().optional().describe('SRV: taken from the name.'),
    target: z.string().optional().describe('SRV: the target host.'),
    version: z.int().describe('Increases with each change; send it with an update.'),
    updatedAt: Time,
  })
  .meta({ id: 'DnsRecord' });
export type DnsRecord = z.output<typeof DnsRecord>;

/** A warning that doesn't prevent the change. */

const ofDomain = z.object({ domainId: Id });
const ofRecord = ofDomain.extend({ recordId: Id });
const saved = z.object({ record: DnsRecord, warnings: z.array(Warning) });
const expectedVersion = z.int().optional().describe('The version that you last read; the change is refused if it is no longer current.');

/** A change to a record; omitted fields stay unchanged. */
const DnsRecordChange = z.object({
  recordId: Id,
  name: DnsRecordDraft.shape.name.optional(),
  type: DnsRecordDraft.shape.type.optional(),
  content: DnsRecordDraft.shape.content.optional(),
  ttl: Ttl.optional(),
  proxy: z.boolean().optional(),
  priority: DnsRecordDraft.shape.priority,
  weight: DnsRecordDraft.shape.weight,
  port: DnsRecordDraft.shape.port,
  comment: Comment.optional().describe('Empty: none.'),
  tags: Tags.optional(),
  version: expectedVersion,
});

/** Maximum number of items in a batch, all three lists together. */
export const maxBatch = 1000;
const batchSize = keyWith('dns:error.batchSize', { max: maxBatch });
const batchLists = ['deletes', 'updates', 'creates'] as const;
const Batch = ofDomain
  .extend({
    deletes: z
      .array(z.object({ recordId: Id, version: expectedVersion }))
      .max(maxBatch, batchSize)
      .default([]),
    updates: z.array(DnsRecordChange).max(maxBatch, batchSize).default([]),
    creates: z.array(DnsRecordDraft).max(maxBatch, batchSize).default([]),
  })
  .refine(({ deletes, updates, creates }) => {
    const items = deletes.length + updates.length + creates.length;
    return items > 0 && items <= maxBatch;
  }, batchSize);
export type Batch = z.output<typeof Batch>;

/** A name with a CNAME has nothing else. */
const cnameRefusals = ['dns:error.cnameConflict', 'dns:error.cnameSingle', 'dns:error.cnameTaken'] as const;

export const dns = group('dns', 'domain', {
  list: get('/domain/dns/list', {
    summary: 'List the DNS records of a domain',
    area: 'dns',
    input: ofDomain.extend({
      ...paging,
      type: z.enum(recordTypes).optional(),
      proxy: z.enum(['true', 'false']).optional(),
      filter: z
        .string()
        .max(maxFilter, keyWith('dns:error.filterTooLong', { max: maxFilter }))
        .optional()
        .describe(
          'Conditions joined by `and` and `or`; `and` binds more tightly. Fields: `type`, `name`, `content`, `proxy` (`on`, `off`), `ttl` (seconds or `auto`), `comment`, `tag`. Operators: `=`, `!=`, `~` (contains), `!~`; for `ttl` also `<` and `>`. Values with spaces are in quotation marks; `tag=""` means without tags. As in `type=MX or tag=mail and ttl<3600`.',
        ),
      sort: z.enum(['name', 'type', 'content', 'ttl']).optional(),
    }),
    output: z.object({
      records: z.array(DnsRecord),
      total: z.int(),
      limit: z.int(),
      defaults: z
        .object({
          ttl: z.int().describe('Seconds that "auto" means.'),
          proxy: z.boolean().describe('Whether a new record goes through the CDN.'),
        })
        .describe('Defaults from the zone settings.'),
    }),
    example: { domainId: demo.domainId },
  }),
  get: get('/domain/dns/get', {
    summary: 'Get a DNS record',
    area: 'dns',
    input: ofRecord,
    output: z.object({ record: DnsRecord }),
    example: { domainId: demo.domainId, recordId: demo.recordId },
  }),
  create: post('/domain/dns/create', {
    summary: 'Add a DNS record',
    area: 'dns',
    input: ofDomain.extend(DnsRecordDraft.shape),
    output: saved,
    success: 'dns:created',
    errors: ['dns:error.duplicate', ...cnameRefusals, 'dns:error.limit'],
    touches: ['domain', 'zone'],
    example: { domainId: demo.domainId, name: 'shop', type: 'A', content: '203.0.113.30', ttl: 'auto', proxy: true },
  }),
  update: post('/domain/dns/update', {
    idempotent: true,
    summary: 'Change a DNS record; omitted fields stay unchanged',
    area: 'dns',
    input: ofDomain.extend(DnsRecordChange.shape),
    output: saved,
    success: 'dns:updated',
    errors: ['dns:error.duplicate', ...cnameRefusals, 'error:versionConflict'],
    touches: ['domain', 'zone'],
    example: { domainId: demo.domainId, recordId: demo.recordId, ttl: 300 },
  }),
  delete: post('/domain/dns/delete', {
    summary: 'Delete a DNS record',
    area: 'dns',
    input: ofRecord,
    output: z.object({ done: z.literal(true), record: DnsRecord.describe('The deleted record, for undo.') }),
    success: 'dns:deleted',
    touches: ['domain', 'zone'],
    example: { domainId: demo.domainId, recordId: demo.recordId },
  }),
  batch: post('/domain/dns/batch', {
    summary: 'Delete, change and add records in one atomic step; the resulting zone is validated',
    area: 'dns',
    input: Batch,
    output: z.object({
      records: z.array(DnsRecord).describe('Changed records, then added ones.'),
      deleted: z.array(DnsRecord).describe('The deleted records, for undo.'),
      results: z
        .array(z.object({ list: z.enum(batchLists), index: z.int(), recordId: Id }))
        .describe('One result per item of the request, in the same order.'),
    }),
    success: 'dns:batchDone',
    errors: ['dns:error.batch', 'dns:error.limit'],
    touches: ['domain', 'zone'],
    example: {
      domainId: demo.domainId,
      updates: [{ recordId: demo.recordId, ttl: 300 }],
      creates: [{ name: 'shop', type: 'A', content: '203.0.113.30', proxy: true }],
    },
  }),
});
