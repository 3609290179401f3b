import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { get, group, post } from './call.ts';
import { demo, Id, Time } from './fields.ts';
import { Gate } from './gate.ts';

const Server = z.object({
  host: z.string().describe('Absolute, ASCII, without the final dot.'),
  ipv4: z.string().describe('Empty: none, or a host outside of the domain.'),
  ipv6: z.string(),
});
const Pair = z.object({ first: Server, second: Server });

export const NameServers = z
  .object({
    default: z.array(z.string()).describe('The provider’s own.'),
    custom: Pair.optional().describe('Those that are asked for or in use.'),
    status: z.enum(['off', 'pending', 'active']).describe('`pending`: the registry does not list them yet.'),
    answered: z.array(z.string()).describe('Name servers that the zone names now; with `pending` the default ones are among them.'),
    glueRequired: z.array(z.string()).describe('Hosts whose addresses the registrar has to be told.'),
    found: z.array(z.string()).optional().describe('What the registry listed when it was last asked.'),
    checkedAt: Time.optional(),
    version: z.int().describe('Grows with each change; send it back with an update.'),
  })
  .meta({ id: 'NameServers' });
export type NameServers = z.output<typeof NameServers>;

/** Rules that need the zone's name are in `lib/rules/ns`, and run in the form and in the provider. */
const ServerDraft = z.object({
  host: z.string().max(1000, key('error:tooLong')),
  ipv4: z.string().max(100, key('error:tooLong')).default('').describe('Needed, this or the other, for a host inside of the domain.'),
  ipv6: z.string().max(100, key('error:tooLong')).default(''),
});

const ofDomain = z.object({ domainId: Id });

export const ns = group('ns', {
  get: get('/domain/ns/get', {
    summary: 'The name servers of a domain, and its own ones if it has any',
    area: 'dns',
    input: ofDomain,
    output: z.object({
      nameServers: NameServers,
      gate: Gate.describe('Whether the domain may have its own, and why not.'),
    }),
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/ns/update', {
    summary: 'Use name servers under names of your own; the records that they need are made',
    area: 'dns',
    input: ofDomain.extend({
      first: ServerDraft,
      second: ServerDraft,
      version: z.int().optional().describe('The version that was seen; another one refuses the change.'),
    }),
    output: z.object({ nameServers: NameServers }),
    success: 'ns:updated',
    errors: ['plan:required', 'plan:tldLacks', 'error:versionConflict', 'ns:error.proxied', 'dns:error.limit'],
    touches: ['dns', 'domain', 'zone'],
    example: {
      domainId: demo.domainId,
      first: { host: 'ns1.parvaz.example', ipv4: '198.51.100.53' },
      second: { host: 'ns2.parvaz.example', ipv4: '203.0.113.53' },
    },
  }),
  reset: post('/domain/ns/reset', {
    summary: 'Back to the default name servers',
    area: 'dns',
    input: ofDomain,
    output: z.object({ nameServers: NameServers }),
    success: 'ns:reset',
    touches: ['dns', 'domain', 'zone'],
    example: { domainId: demo.domainId },
  }),
  verify: post('/domain/ns/verify', {
    summary: 'Ask the registry which name servers it lists; the domain’s own are in use once it lists both',
    area: 'dns',
    input: ofDomain,
    output: z.object({ nameServers: NameServers }),
    success: false,
    errors: ['ns:error.unreachable', 'error:tooManyRequests'],
    touches: ['dns', 'domain', 'zone'],
    example: { domainId: demo.domainId },
  }),
});
