import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { Gate } from './gate.ts';

const Server = z.object({
  host: z.string().describe('Fully qualified, ASCII, without the trailing dot.'),
  ipv4: z.string().describe('Empty: none, or a host outside the domain.'),
  ipv6: z.string(),
});
const Pair = z.object({ first: Server, second: Server });

export const NameServers = z
  .object({
    default: z.array(z.string()).describe('The provider’s own.'),
    custom: Pair.optional().describe('The custom name servers requested or in use.'),
    status: z.enum(['off', 'pending', 'active']).describe('`pending`: the registry doesn’t list them yet.'),
    answered: z.array(z.string()).describe('The NS records of the zone now; while `pending` they include the default ones.'),
    glueRequired: z.array(z.string()).describe('Hosts that need glue records at the registrar.'),
    found: z.array(z.string()).optional().describe('What the registry listed at the last check.'),
    checkedAt: Time.optional(),
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'NameServers' });
export type NameServers = z.output<typeof NameServers>;

/** Rules that need the zone's name are in `lib/rules/cdn/ns`; the form and the provider both run them. */
const ServerDraft = z.object({
  host: z.string().max(1000, key('error:tooLong')),
  ipv4: z.string().max(100, key('error:tooLong')).default('').describe('An IPv4 or IPv6 address is required for a host inside the domain.'),
  ipv6: z.string().max(100, key('error:tooLong')).default(''),
});

const ofDomain = z.object({ domainId: Id });

export const ns = group('ns', 'domain', {
  get: get('/domain/ns/get', {
    summary: 'Get the name servers of a domain, default and custom',
    area: 'dns',
    input: ofDomain,
    output: z.object({
      nameServers: NameServers,
      gate: Gate.describe('Whether the domain can have custom name servers, and if not, why.'),
    }),
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/ns/update', {
    idempotent: true,
    summary: 'Use custom name servers; the records they need are created',
    area: 'dns',
    input: ofDomain.extend({
      first: ServerDraft,
      second: ServerDraft,
      version: z.int().optional().describe('The version that you last read; the change is refused if it is no longer current.'),
    }),
    output: z.object({ nameServers: NameServers }),
    success: 'ns:updated',
    errors: ['plan:required', 'plan:tldLacks', 'error:versionConflict', 'ns:error.notVerified', 'ns:error.proxied', 'dns:error.limit'],
    touches: ['dns', 'domain', 'zone'],
    example: {
      domainId: demo.domainId,
      first: { host: 'ns1.parvaz.example', ipv4: '198.51.100.53' },
      second: { host: 'ns2.parvaz.example', ipv4: '203.0.113.53' },
    },
  }),
  reset: post('/domain/ns/reset', {
    summary: 'Return to the default name servers',
    area: 'dns',
    input: ofDomain,
    output: z.object({ nameServers: NameServers }),
    success: 'ns:reset',
    touches: ['dns', 'domain', 'zone'],
    example: { domainId: demo.domainId },
  }),
  verify: post('/domain/ns/verify', {
    summary: 'Check which name servers the registry lists; custom ones are in use once it lists both',
    area: 'dns',
    input: ofDomain,
    output: z.object({ nameServers: NameServers }),
    success: false,
    errors: ['ns:error.unreachable', 'error:tooManyRequests'],
    touches: ['dns', 'domain', 'zone'],
    example: { domainId: demo.domainId },
  }),
});
