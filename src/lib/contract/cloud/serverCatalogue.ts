import { z } from 'zod';
import { diskKinds, serverPlanIds } from '../../rules/cloud/rates.ts';
import { applicationIds } from '../../rules/cloud/recipes/applications.ts';
import { get, group } from '../call.ts';
import { Mills } from '../fields.ts';
import { PriceEntry } from './server.ts';

export const ServerPrice = z
  .object({ hourly: Mills, daily: Mills, monthly: Mills, annual: Mills })
  .describe('A month has 730 hours, a year 8,760.')
  .meta({ id: 'ServerPrice' });

export const ServerPlan = z
  .object({
    id: z.enum(serverPlanIds),
    name: z.string().describe('In the caller’s language.'),
    icon: z.string(),
    specifications: z.object({
      os: z.int().describe('The custom code in the list of systems: any system can be selected.'),
      cpu: z.int(),
      ram: z.int().describe('GB.'),
      disk: z.object({ display: z.string(), value: z.int().describe('GB.'), type: z.enum(diskKinds) }),
    }),
    price: ServerPrice,
    available: z.boolean(),
    reason: z.enum(['used']).nullable().describe('Reason why it isn’t available: the account has already used its one-day server.'),
  })
  .meta({ id: 'ServerPlan' });
export type ServerPlan = z.output<typeof ServerPlan>;

export const ServerApplication = z
  .object({
    id: z.enum(applicationIds),
    name: z.string(),
    systems: z.array(z.object({ type: z.string(), version: z.string() })).describe('The systems that it can be ordered with.'),
    ram: z.int().describe('GB that it needs at least.'),
    disk: z.int().describe('GB that it needs at least.'),
    ports: z
      .array(z.object({ port: z.int(), protocol: z.enum(['tcp', 'udp']) }))
      .describe('The ports of its service. Firewall groups aren’t changed.'),
    file: z.string().nullable().describe('The file in the server, for root only, with what was generated for it; null: nothing was.'),
  })
  .meta({ id: 'ServerApplication' });
export type ServerApplication = z.output<typeof ServerApplication>;

const Quota = z.object({ used: z.int(), max: z.int() });

export const serverCatalog = group('serverCatalogue', 'server', {
  publicPrice: get('/server/fin/publicPrice', {
    summary: 'Get the public price list',
    access: 'public',
    input: z.object({ datacenterId: z.coerce.number().int().optional() }),
    output: z.object({
      data: z.array(PriceEntry),
      trafficRate: z.int().optional().describe('Micro-mills for a gigabyte of outgoing traffic beyond what a server includes.'),
    }),
    example: {},
  }),
  plans: get('/server/general/plans', {
    summary: 'List the predefined server sizes and their prices',
    area: 'servers',
    output: z.object({ plans: z.array(ServerPlan) }),
  }),
  applications: get('/server/general/applications', {
    summary: 'List the applications that new servers can start with; none where servers are simulated',
    area: 'servers',
    output: z.object({ applications: z.array(ServerApplication) }),
  }),
  limits: get('/server/general/limits', {
    summary: 'Get the limits and the usage of the account',
    area: 'servers',
    output: z.object({
      limits: z
        .object({
          servers: Quota,
          sshKeys: Quota,
          networks: Quota,
          serverFirewalls: Quota,
          volumes: Quota,
          backups: Quota,
          oneDayUsed: z.boolean().describe('The one-day server is available once per account.'),
        })
        .meta({ id: 'ServerLimits' }),
    }),
  }),
});
