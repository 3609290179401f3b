import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { alarmChannels, alarmMetrics, alarmMinutes, alarmValues } from '../../rules/cloud/alarm.ts';
import { alarmOperators, alarmStates } from '../../rules/core/alarm.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';

const fields = z.object({
  metric: z.enum(alarmMetrics).describe('`cpu` and `ram` in percent, the others in MB per second.'),
  operator: z.enum(alarmOperators),
  value: z.int(key('alarm:error.value')),
  minutes: z
    .int()
    .refine((minutes) => alarmMinutes.some((one) => one === minutes), key('alarm:error.minutes'))
    .describe('Minutes for which the condition must be met: 1, 5, 10, 15, 30 or 60.'),
  channels: z
    .array(z.enum(alarmChannels))
    .min(1, key('alarm:error.channels'))
    .transform((list) => [...new Set(list)]),
});

/** The threshold has the limits of its metric. */
const checkValue = ({ metric, value }: Pick<z.output<typeof fields>, 'metric' | 'value'>, ctx: z.RefinementCtx) => {
  const { min, max } = alarmValues(metric);
  if (value < min || value > max)
    ctx.addIssue({ code: 'custom', path: ['value'], message: key('alarm:error.range'), params: { min, max } });
};

export const AlarmForm = fields.extend({ serverId: z.string().min(1, key('alarm:error.server')).max(100) }).superRefine(checkValue);

export const Alarm = fields
  .extend({
    id: Id,
    serverId: Id,
    server: z.string().describe('Name of the server.'),
    enabled: z.boolean(),
    state: z.enum(alarmStates).describe('`noData`: not evaluated yet, or no data.'),
    since: Time.describe('When the alarm entered this state.'),
    last: z.number().nullable().describe('The last measured value, in the unit of the alarm.'),
    version: z.int().describe('Increases with each change to the settings; send it with an update.'),
    createdAt: Time,
  })
  .meta({ id: 'ServerAlarm' });
export type Alarm = z.output<typeof Alarm>;

export const AlarmEvent = z
  .object({ id: Id, time: Time, state: z.enum(alarmStates), value: z.number().nullable().describe('The value measured at that time.') })
  .meta({ id: 'ServerAlarmEvent' });
export type AlarmEvent = z.output<typeof AlarmEvent>;

const answer = z.object({ alarm: Alarm });
const ofAlarm = z.object({ alarmId: Id });
const example = {
  metric: 'cpu' as const,
  operator: 'above' as const,
  value: 90,
  minutes: 5,
  channels: ['panel' as const, 'email' as const],
};

export const alarm = group('alarm', 'server', {
  list: get('/server/monitoring/alarm/list', {
    summary: 'List the alarms of the account or of a server',
    area: 'servers',
    input: z.object({ serverId: Id.optional() }),
    output: z.object({ alarms: z.array(Alarm), limit: z.int().describe('Maximum number of alarms per server.') }),
    example: { serverId: demo.serverId },
  }),
  history: get('/server/monitoring/alarm/history', {
    summary: 'List the state changes of an alarm, newest first',
    area: 'servers',
    input: ofAlarm,
    output: z.object({ events: z.array(AlarmEvent).describe('At most 100, from the last 90 days.') }),
    example: { alarmId: demo.alarmId },
  }),
  create: post('/server/monitoring/alarm/create', {
    summary: 'Add an alarm to a server',
    area: 'servers',
    input: AlarmForm,
    output: answer,
    success: 'alarm:created',
    errors: ['alarm:error.limit', 'alarm:error.noMetrics', 'alarm:error.twice'],
    example: { serverId: demo.serverId, ...example },
  }),
  update: post('/server/monitoring/alarm/update', {
    idempotent: true,
    summary: 'Change an alarm',
    area: 'servers',
    input: fields.extend({ alarmId: Id, seenVersion: z.int() }).superRefine(checkValue),
    output: answer,
    success: 'alarm:updated',
    errors: ['error:versionConflict', 'alarm:error.twice'],
    example: { alarmId: demo.alarmId, seenVersion: 1, ...example, value: 95 },
  }),
  toggle: post('/server/monitoring/alarm/toggle', {
    idempotent: true,
    summary: 'Turn an alarm on or off',
    area: 'servers',
    input: ofAlarm.extend({ enabled: z.boolean() }),
    output: answer,
    success: false,
    example: { alarmId: demo.alarmId, enabled: false },
  }),
  delete: post('/server/monitoring/alarm/delete', {
    summary: 'Delete an alarm and its history',
    area: 'servers',
    input: ofAlarm,
    output: z.object({ done: z.literal(true) }),
    success: 'alarm:deleted',
    example: { alarmId: demo.alarmId },
  }),
});
