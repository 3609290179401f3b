import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { exporters } from '../../rules/cdn/zone/exporters.ts';
import { get, group, upload } from '../call.ts';
import { demo, Flag, Id } from '../fields.ts';
import { DnsRecord } from './dns.ts';

/** A line of the file and its result. */
const ZoneIssue = z.object({ line: z.int(), text: z.string(), message: z.string() }).meta({ id: 'ZoneLine' });

const RecordData = DnsRecord.pick({
  name: true,
  type: true,
  content: true,
  ttl: true,
  proxy: true,
  priority: true,
  weight: true,
  port: true,
});
const Preview = RecordData.extend({
  line: z.int(),
  outcome: z
    .enum(['create', 'replace', 'update'])
    .describe('`update`: the record is there, with another TTL, CDN setting, comment or tags.'),
  replaces: z.string().optional().describe('The content of the record that goes for it.'),
}).meta({ id: 'ZonePreview' });

const Note = ZoneIssue.extend({ became: z.string().describe('What was read instead.') }).meta({ id: 'ZoneNote' });
const Doubt = ZoneIssue.extend({
  written: z.string().describe('The record by the rules of zone files.'),
  meant: z.string().describe('The record that was probably meant.'),
  reading: z.enum(['written', 'meant']).describe('The one that applies in this response.'),
}).meta({ id: 'ZoneDoubt' });
const ZoneWarning = z
  .object({
    name: z.string(),
    type: z.string(),
    content: z.string(),
    message: z.string(),
    isNew: z.boolean().describe('False: the domain has it without the import too.'),
  })
  .meta({ id: 'ZoneWarning' });

export const Imported = z
  .object({
    exporter: z.enum(exporters).nullable().describe('The service that wrote the file, by its marks. Null: unknown.'),
    zoneVersion: z.int().describe('Of the records that the preview compared the file with. After an import: the new one.'),
    created: z.int().describe('New records.'),
    updated: z.int().describe('Records of the file in place of existing ones, or with another TTL, CDN setting, comment or tags.'),
    deleted: z.int().describe('Existing records without one in their place.'),
    skipped: z.int(),
    merged: z.int().describe('Lines that duplicate another line.'),
    refused: z.int().describe('Lines with an error: left out, or, in a dry run, what prevents the import.'),
    noted: z.int().describe('Lines that mean something else at the service that wrote the file.'),
    doubted: z.int().describe('Lines whose letter and likely meaning differ.'),
    warned: z.int().describe('Warnings of the domain’s records after the import, in a dry run.'),
    isWhole: z.boolean().describe('Whether the file was read to its end. With too many records or errors it isn’t, and can’t be imported.'),
    records: z.array(Preview).describe('The first 500, in a dry run.'),
    deletions: z.array(RecordData).describe('The first 500 that are deleted, in a dry run.'),
    skippedLines: z.array(ZoneIssue).describe('The first 200.'),
    notes: z.array(Note).describe('The first 200.'),
    doubts: z.array(Doubt).describe('The first 200.'),
    warnings: z.array(ZoneWarning).describe('The first 200, new ones first, in a dry run.'),
  })
  .meta({ id: 'Imported' });
export type Imported = z.output<typeof Imported>;

/** Lines of a file in a multipart field: `3,17`. */
const RowNumbers = z
  .string()
  .max(2000, key('error:tooLong'))
  .regex(/^(?:\d{1,9}(?:,\d{1,9})*)?$/, key('error:invalid'))
  .transform((text) => (text === '' ? [] : text.split(',').map(Number)));

const options = {
  proxy: Flag.default(false).describe(
    'Whether web records go through the CDN: A, AAAA and CNAME, but not mail and other services, private addresses, and names that MX, NS or SRV records point to. A file that marks records to go through the CDN decides itself.',
  ),
  conflict: z
    .enum(['skip', 'replace', 'equal'])
    .default('skip')
    .describe('Keep the domain’s records, replace those of the same name and type, or also delete what the file doesn’t have.'),
  leaveOut: Flag.default(false).describe('Whether lines that are refused are left out. Without it, one of them refuses the file.'),
  reading: z
    .enum(['written', 'meant'])
    .optional()
    .describe('How lines whose letter and likely meaning differ are read. Required to import a file that has any.'),
  dryRun: Flag.default(false).describe('Return what would happen, without storing anything.'),
};

const refusals = [
  'zone:error.refused',
  'zone:error.reading',
  'zone:error.equalRefused',
  'zone:error.equalEmpty',
  'zone:error.changed',
  'zone:error.tooManyRecords',
  'zone:error.tooManyRefused',
  'zone:error.format',
  'zone:error.encoding',
  'zone:error.slow',
  'dns:error.limit',
  'error:fileTooLarge',
] as const;

const Archived = z
  .object({
    file: z.string(),
    zone: z.string().describe('The domain by the file’s header or name; empty if neither names one.'),
    domainId: Id.nullable().describe('Null: the account has no such domain; add it first.'),
    status: z.enum(['ready', 'imported', 'refused', 'unknown']),
    message: z.string().describe('Why it can’t be imported; empty if it can.'),
    ...Imported.pick({
      exporter: true,
      created: true,
      updated: true,
      deleted: true,
      skipped: true,
      refused: true,
      noted: true,
      doubted: true,
      warned: true,
    }).shape,
  })
  .meta({ id: 'ArchivedZone' });

// Parsing takes many times the memory of the file; 65,536 records need less.
const bodyLimit = 10 * 1024 * 1024;

export const zone = group('zone', 'domain', {
  export: get('/domain/dns/export', {
    summary: 'Export the zone: as a BIND file, a table (CSV) or for octoDNS (YAML)',
    area: 'dns',
    input: z.object({ domainId: Id, format: z.enum(['zone', 'csv', 'octodns']).default('zone') }),
    output: z.object({
      zone: z.string(),
      fileName: z.string(),
      leftOut: z.int().describe('Records that octoDNS has no form for; the file lists them in comments.'),
    }),
    example: { domainId: demo.domainId },
  }),
  import: upload('/domain/dns/import', {
    bodyLimit,
    summary: 'Import a zone file, or the export of another service, as a whole or without the lines that are refused',
    area: 'dns',
    input: z.object({
      domainId: Id,
      usage: z.literal('zone').default('zone'),
      ...options,
      otherwise: RowNumbers.prefault('').describe('The lines, as in `3,17`, that are read the other way than `reading`.'),
      zoneVersion: z.coerce.number().int().optional().describe('Of the preview: the import is refused if the records have changed since.'),
    }),
    output: z.object({ imported: Imported, errors: z.array(ZoneIssue).describe('The first 200 lines that are refused.') }),
    success: 'zone:imported',
    errors: [...refusals, 'zone:error.otherwise'],
    touches: ['dns', 'domain'],
    example: { domainId: demo.domainId, usage: 'zone', proxy: false, conflict: 'skip', leaveOut: false, dryRun: true },
  }),
  importArchive: upload('/domain/dns/import/archive', {
    bodyLimit,
    summary: 'Import the zone files of several domains from an archive (.zip, .tar, .tar.gz); each goes to the domain of its name',
    area: 'dns',
    input: z.object(options),
    output: z.object({ zones: z.array(Archived) }),
    success: 'zone:archiveImported',
    errors: [
      'zone:error.archive',
      'zone:error.archiveLimit',
      'zone:error.archiveNothing',
      'zone:error.slow',
      'zone:error.format',
      'dns:error.limit',
      'error:fileTooLarge',
    ],
    touches: ['dns', 'domain'],
    example: { proxy: false, conflict: 'skip', leaveOut: false, dryRun: true },
  }),
});
