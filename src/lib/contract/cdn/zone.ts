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
    summary: 'Import a zone file (.txt); nothing is imported if any line is refused',
    area: 'dns',
    input: z.object({
      domainId: Id,
      usage: z.literal('zone').default('zone'),
      proxy: Flag.default(false).describe('Whether A, AAAA and CNAME records go through the CDN.'),
      conflict: z.enum(['skip', 'replace']).default('skip').describe('When the domain has other records of the same name and type.'),
      dryRun: Flag.default(false).describe('Return what would happen, without storing anything.'),
    }),
    output: z.object({ imported: Imported, errors: z.array(Line).describe('Refused lines; only a dry run returns them.') }),
    success: 'zone:imported',
    errors: ['zone:error.refused', 'zone:error.format', 'zone:error.encoding', 'dns:error.limit', 'error:fileTooLarge'],
    touches: ['dns', 'domain'],
    example: { domainId: demo.domainId, usage: 'zone', proxy: false, conflict: 'skip', dryRun: true },
  }),
});
