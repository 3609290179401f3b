import { z } from 'zod';
import { get, group, upload } from '../call.ts';
import { demo, Flag, Id } from '../fields.ts';
import { DnsRecord } from './dns.ts';

/** A line of the file and its result. */
const Line = z.object({ line: z.int(), text: z.string(), message: z.string() }).meta({ id: 'ZoneLine' });

const Preview = DnsRecord.pick({ name: true, type: true, content: true, ttl: true, proxy: true, priority: true, weight: true, port: true })
  .extend({ line: z.int(), outcome: z.enum(['create', 'replace']) })
  .meta({ id: 'ZonePreview' });

export const Imported = z
  .object({
    created: z.int(),
    updated: z.int().describe('Existing records that were replaced by those in the file.'),
    skipped: z.int(),
    merged: z.int().describe('Lines that duplicate another line.'),
    refused: z.int().describe('Lines with an error: left out, or, in a dry run, what prevents the import.'),
    isWhole: z.boolean().describe('Whether the file was read to its end. With too many records or errors it isn’t, and can’t be imported.'),
    records: z.array(Preview).describe('The first 500, in a dry run.'),
    skippedLines: z.array(Line).describe('The first 200.'),
  })
  .meta({ id: 'Imported' });
export type Imported = z.output<typeof Imported>;

export const zone = group('zone', 'domain', {
  export: get('/domain/dns/export', {
    summary: 'Export the zone as a BIND file',
    area: 'dns',
    input: z.object({ domainId: Id }),
    output: z.object({ zone: z.string(), fileName: z.string() }),
    example: { domainId: demo.domainId },
  }),
  import: upload('/domain/dns/import', {
    // Parsing takes many times the memory of the file; 65,536 records need less.
    bodyLimit: 10 * 1024 * 1024,
    summary: 'Import a zone file (.txt), as a whole or without the lines that are refused',
    area: 'dns',
    input: z.object({
      domainId: Id,
      usage: z.literal('zone').default('zone'),
      proxy: Flag.default(false).describe('Whether A, AAAA and CNAME records go through the CDN.'),
      conflict: z.enum(['skip', 'replace']).default('skip').describe('When the domain has other records of the same name and type.'),
      leaveOut: Flag.default(false).describe('Whether lines that are refused are left out. Without it, one of them refuses the file.'),
      dryRun: Flag.default(false).describe('Return what would happen, without storing anything.'),
    }),
    output: z.object({ imported: Imported, errors: z.array(Line).describe('The first 200 lines that are refused.') }),
    success: 'zone:imported',
    errors: [
      'zone:error.refused',
      'zone:error.tooManyRecords',
      'zone:error.tooManyRefused',
      'zone:error.format',
      'zone:error.encoding',
      'dns:error.limit',
      'error:fileTooLarge',
    ],
    touches: ['dns', 'domain'],
    example: { domainId: demo.domainId, usage: 'zone', proxy: false, conflict: 'skip', leaveOut: false, dryRun: true },
  }),
});
