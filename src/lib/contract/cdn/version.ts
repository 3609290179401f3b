import { z } from 'zod';
import { ruleCalls } from '../../rules/cdn/edge/ruleLists.ts';
import { get, group, post } from '../call.ts';
import { Change, ChangedField } from '../core/log.ts';
import { demo, Id, Time } from '../fields.ts';
import { ConfigurationFault, DomainConfiguration } from './configuration.ts';
import { ofDomain } from './edge.ts';
import { confirmSelfBlock } from './firewall.ts';

export const VersionChange = z
  .object({
    area: z.string(),
    op: z.enum(['create', 'update', 'delete']),
    type: z.string().describe('As in `dnsRecord`, `rule.firewall` or `setting.cache`.'),
    name: z.string(),
    changes: z.array(ChangedField),
  })
  .meta({ id: 'VersionChange' });
export type VersionChange = z.output<typeof VersionChange>;

export const Version = z
  .object({
    id: Id,
    time: Time,
    current: z.boolean().describe('True for the state that the domain has now.'),
    first: z.boolean().describe('True for the oldest stored state; it has no earlier one to undo to.'),
    logs: z.array(Change).describe('The changes that led to this state, newest first; at most 20.'),
    total: z.int().describe('Number of these changes.'),
  })
  .meta({ id: 'Version' });
export type Version = z.output<typeof Version>;

const ofVersion = ofDomain.extend({ versionId: Id });
const dryRun = z.boolean().default(false).describe('True: only return what would change.');
const preview = z.object({
  diff: z.array(VersionChange).describe('At most 200.'),
  total: z.int().describe('Number of changed items.'),
  done: z.boolean().describe('False for a dry run, or if there was nothing to change.'),
});
/** Reads that a restored state makes stale. */
const touches = [
  'dns',
  'zone',
  'dnsSetting',
  'domain',
  ...ruleCalls,
  'firewallGroup',
  'draft',
  'https',
  'cache',
  'ddos',
  'optimization',
  'cluster',
  'customPage',
];

/** Stored states of a domain. Certificates, the plan, name servers and whether the domain is paused aren’t part of them. */
export const version = group('version', 'domain', {
  list: get('/version/list', {
    summary: 'List the stored states of a domain, newest first, with the changes that led to them',
    area: 'globalConfigs',
    input: ofDomain.extend({ cursor: Id.optional().describe('`nextCursor` of the previous response.') }),
    output: z.object({ versions: z.array(Version), nextCursor: Id.nullable(), days: z.int().describe('How long states are stored.') }),
    example: { domainId: demo.domainId },
  }),
  diff: get('/version/diff', {
    summary: 'Get what led to a stored state, or what undoing or restoring it would change',
    area: 'globalConfigs',
    input: ofVersion.extend({ of: z.enum(['change', 'undo', 'restore']).default('change') }),
    output: preview.omit({ done: true }),
    example: { domainId: demo.domainId, versionId: demo.versionId },
    exampleStatus: 404,
  }),
  undo: post('/version/undo', {
    summary: 'Undo the changes that led to a state, if nothing they touched has changed since',
    area: 'globalConfigs',
    input: ofVersion.extend({ dryRun }),
    output: preview,
    success: 'version:undone',
    errors: ['version:error.conflict', 'version:error.first', 'version:error.plan', 'rules:noPacketFilter', 'rules:noPlaces'],
    touches,
    example: { domainId: demo.domainId, versionId: demo.versionId, dryRun: true },
    exampleStatus: 404,
  }),
  restore: post('/version/restore', {
    summary: 'Restore a domain to a stored state',
    area: 'globalConfigs',
    input: ofVersion.extend({ dryRun }),
    output: preview,
    success: 'version:restored',
    errors: ['version:error.conflict', 'version:error.plan', 'rules:noPacketFilter', 'rules:noPlaces'],
    touches,
    example: { domainId: demo.domainId, versionId: demo.versionId, dryRun: true },
    exampleStatus: 404,
  }),
  export: get('/version/export', {
    summary: 'Export the configuration of a domain as JSON, without IDs and secrets',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({ fileName: z.string(), configuration: DomainConfiguration }),
    example: { domainId: demo.domainId },
  }),
  import: post('/version/import', {
    summary: 'Import the configuration of a domain: as a whole, or not at all',
    area: 'globalConfigs',
    // The largest custom pages and 10,000 records together.
    bodyLimit: 16 * 1024 * 1024,
    input: ofDomain.extend({
      configuration: DomainConfiguration.describe('From an export, of this domain or another one.'),
      dryRun,
      base: z.string().max(64).optional().describe('`base` of the dry run: refuses the import if the domain was changed since.'),
      confirmSelfBlock,
    }),
    output: preview.extend({
      refused: z.array(ConfigurationFault).describe('What can’t be imported, at most 200; then nothing is.'),
      base: z.string().describe('Identifies the configuration that was compared with.'),
    }),
    success: false,
    errors: ['version:error.changed', 'firewall:error.selfBlock', 'rules:noPacketFilter', 'rules:noPlaces'],
    touches,
    example: {
      domainId: demo.domainId,
      configuration: { format: 'nasim-domain', version: 1, settings: { cache: { level: 'withoutQuery' } } },
      dryRun: true,
    },
  }),
});
