import { z } from 'zod';
import { locales } from '../../i18n/locales.ts';
import { areas } from '../../rules/core/areas.ts';
import type { Engines } from '../../rules/core/capabilities.ts';
import { announcementKinds, CHECK_DAYS, components, impacts, stages, states } from '../../rules/core/status.ts';
import { get, group } from '../call.ts';
import { Id, Time } from '../fields.ts';

const IncidentText = z.object({
  text: z.string(),
  language: z.enum(locales).describe('Language of the text: the requested one, if available.'),
});

export const Incident = z.object({
  id: Id,
  title: IncidentText,
  kind: z.enum(announcementKinds),
  impact: z.enum(impacts),
  components: z.array(z.enum(components)),
  stage: z.enum(stages),
  startedAt: Time.describe('For maintenance: the planned start.'),
  endsAt: Time.nullable().describe('For maintenance: the planned end.'),
  resolvedAt: Time.nullable(),
  updates: z.array(z.object({ stage: z.enum(stages), ...IncidentText.shape, time: Time })).describe('Newest first.'),
});
export type Incident = z.infer<typeof Incident>;

export const provider = group('provider', null, {
  config: get('/provider/config', {
    summary: 'Get the name, currency and limits of the provider',
    access: 'public',
    output: z.object({
      config: z.object({
        name: z.record(z.string(), z.string()).describe('By language.'),
        currency: z.string(),
        divisor: z.int().describe('Mills divided by this, rounded down, give minor units.'),
        minorDigits: z.int(),
        terms: z.object({ version: z.string() }),
        upload: z.object({ maxFiles: z.int(), maxBytes: z.int(), types: z.array(z.string()) }),
      }),
    }),
  }),
  status: get('/provider/status', {
    summary: 'Get the service status: the latest checks and the operator’s announcements',
    access: 'public',
    output: z.object({
      components: z.array(
        z.object({
          name: z.enum(components),
          state: z.enum(states).describe('The worse of the latest check and open incidents; `unknown` without a recent check.'),
          checkedAt: Time.nullable(),
        }),
      ),
      incidents: z.array(Incident).describe('Open incidents and those of the last 14 days, newest first.'),
    }),
  }),
  statusDays: get('/provider/status/days', {
    summary: `Get the results of the status checks of the last ${CHECK_DAYS} days by component; there is one check a minute`,
    access: 'public',
    output: z.object({
      components: z.array(
        z.object({
          name: z.enum(components),
          days: z
            .array(
              z.object({ day: z.string().describe('UTC, as in `2026-11-29`.'), operational: z.int(), degraded: z.int(), down: z.int() }),
            )
            .describe('Checks by result, the oldest day first; days without a check are left out.'),
        }),
      ),
    }),
  }),
  edgeAddresses: get('/provider/edge-addresses', {
    summary: 'List the addresses of the edge, for firewalls that allow only the CDN to connect to an origin',
    access: 'public',
    output: z.object({
      addresses: z.array(z.string()).describe('As the provider has published them, IPv4 first. Proxied names resolve to them.'),
      reason: z
        .enum(['noEdge', 'notSet'])
        .nullable()
        .describe(
          'Why there are none. `noEdge`: no edge is connected; `notSet`: the provider hasn’t published addresses. Null: there are some.',
        ),
    }),
  }),
  capabilities: get('/provider/capabilities', {
    summary: 'Get the provider’s capabilities; the panel hides features that are missing',
    access: 'public',
    output: z.object({
      capabilities: z.object({
        edge: z.enum(['none', 'connected']),
        places: z
          .enum(['unknown', 'none', 'connected'])
          .describe('Availability of the countries and AS numbers of visitors. `none`: a connected edge has no database of them.'),
        preview: z
          .string()
          .nullable()
          .describe('Where a domain can be opened through the local edge, with `{domain}` for its name; null: nowhere.'),
        edgeAddresses: z
          .boolean()
          .describe('Whether proxied names resolve to addresses of edges; if not, to those of the customer’s own servers.'),
        http3: z.boolean().describe('Whether all edges speak HTTP/3.'),
        l34: z.boolean().describe('Whether packets are filtered before they are requests.'),
        captcha: z.enum(['none', 'proofOfWork']).describe('`proofOfWork`: the browser computes for a moment.'),
        originVerification: z.boolean().describe('Whether edges verify the certificates of origin servers.'),
        accessLogs: z.boolean().describe('Whether the requests to a domain can be forwarded as a log.'),
        dns: z.enum(['none', 'node', 'files', 'powerdns']).describe('The name servers that zones are published to.'),
        dnssec: z.boolean().describe('Whether the name servers sign zones.'),
        certificates: z.enum(['none', 'own', 'public']).describe('Who issues certificates. `own`: an authority that browsers don’t trust.'),
        objectStore: z.enum(['none', 'fs', 's3']),
        payment: z.enum(['none', 'sandbox', 'connected']).describe('How credit is added. `sandbox` is a simulation: no money moves.'),
        compute: z.enum(['none', 'simulated', 'connected']),
        serverFirewall: z
          .enum(['full', 'ports'])
          .optional()
          .describe('`ports`: of the rules of firewall groups, only those that open a port to everybody have an effect.'),
        serverMetrics: z.boolean().optional().describe('Whether the CPU, memory, disks and traffic of servers are measured.'),
        lacks: z
          .array(z.enum(areas))
          .optional()
          .describe(
            'Areas that the provider doesn’t have. The panel doesn’t offer them, and their calls needn’t exist. If omitted, it has all.',
          ),
        limits: z.object({ dnsRecords: z.int(), domains: z.int() }),
      }) satisfies z.ZodType<Engines>,
    }),
  }),
});
