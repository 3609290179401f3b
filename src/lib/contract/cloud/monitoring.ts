import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { measureIntervals } from '../../rules/cloud/server/measuring.ts';
import { powers, serverStates } from '../../rules/cloud/server/states.ts';
import { windows } from '../../rules/core/windows.ts';
import { get, group, post } from '../call.ts';
import { demo, Id } from '../fields.ts';

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

const Setting = z
  .object({
    interval: z.int().describe('Seconds between two measurements.'),
    intervals: z.array(z.int()).describe('Available intervals.'),
    agent: z.boolean().describe('Whether a program inside the server measures it; false: the host does.'),
  })
  .meta({ id: 'MonitoringSetting' });

export const monitoring = group('monitoring', 'server', {
  get: get('/server/monitoring/get', {
    summary: 'Get the metrics of a server',
    area: 'servers',
    input: z.object({ serverId: Id, window: z.enum(windows) }),
    output: z.object({
      metrics: z.object({ times: z.array(z.int()).describe('Epoch milliseconds.'), series: z.array(Series) }).meta({ id: 'ServerMetrics' }),
    }),
    example: { serverId: demo.serverId, window: '1h' },
  }),
  setting: get('/server/monitoring/setting/get', {
    summary: 'Get how a server is measured',
    area: 'servers',
    input: z.object({ serverId: Id }),
    output: z.object({ setting: Setting }),
    example: { serverId: demo.serverId },
  }),
  updateSetting: post('/server/monitoring/setting/update', {
    idempotent: true,
    summary: 'Change how often a server is measured',
    area: 'servers',
    input: z.object({
      serverId: Id,
      interval: z.literal(measureIntervals, key('error:invalid')),
      agent: z.boolean().optional().describe('`true` is refused: the hosts measure without an agent.'),
    }),
    output: z.object({ setting: Setting }),
    success: 'alarm:setting.saved',
    errors: ['alarm:setting.noAgent', 'alarm:error.noMetrics', 'server:reason.noCompute'],
    example: { serverId: demo.serverId, interval: 30 },
  }),
  overview: get('/server/monitoring/overview', {
    summary: 'Get the current metrics of all servers',
    area: 'servers',
    output: z.object({ overview: z.array(ServerUsage) }),
  }),
});
