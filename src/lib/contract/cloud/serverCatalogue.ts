import { z } from 'zod';
import { diskKinds, serverPlanIds } from '../../rules/cloud/rates.ts';
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
