import { z } from 'zod';
import { powers, serverStates } from '../../rules/cloud/server/states.ts';
import { get, group } from '../call.ts';
import { demo, Id } from '../fields.ts';

export const metricWindows = ['live', '30m', '1h', '6h', '24h', '1w', '1M'] as const;
export type MetricWindow = (typeof metricWindows)[number];

const Series = z.object({
  name: z.enum(['cpu', 'ram', 'diskRead', 'diskWrite', 'netIn', 'netOut']),
  unit: z.enum(['share', 'byte', 'bytePerSecond']),
  values: z.array(z.number().nullable()).describe('One for each of `times`; null: not measured, or off.'),
});

const Share = z.number().nullable().describe('0 to 1; null: not measured, or off.');
const Speed = z.number().nullable().describe('Bytes per second; null: not measured, or off.');

export const ServerUsage = z
  .object({
    serverId: Id,
    name: z.string(),
    state: z.enum(serverStates),
    power: z.enum(powers),
    suspended: z.boolean(),
    cpu: Share,
    ram: Share,
    disk: Speed,
    network: Speed,
    trend: z.array(z.number().nullable()).describe('CPU of the last hour, 0 to 1, oldest first.'),
    measured: z.boolean().describe('False: the driver didn’t respond.'),
    alarms: z.object({ on: z.int(), raised: z.int() }).describe('Number of enabled alarms, and of those in state `alarm`.'),
  })
  .meta({ id: 'ServerUsage' });
export type ServerUsage = z.output<typeof ServerUsage>;

export const monitoring = group('monitoring', 'server', {
  get: get('/server/monitoring/get', {
    summary: 'Get the metrics of a server',
    area: 'servers',
    input: z.object({ serverId: Id, window: z.enum(metricWindows) }),
    output: z.object({
      metrics: z.object({ times: z.array(z.int()).describe('Epoch milliseconds.'), series: z.array(Series) }).meta({ id: 'ServerMetrics' }),
    }),
    example: { serverId: demo.serverId, window: '1h' },
  }),
  overview: get('/server/monitoring/overview', {
    summary: 'Get the current metrics of all servers',
    area: 'servers',
    output: z.object({ overview: z.array(ServerUsage) }),
  }),
});
