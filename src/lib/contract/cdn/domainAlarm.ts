import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import {
  alarmsPerDomain,
  domainAlarmMetrics,
  domainAlarmMinutes,
  domainAlarmPauses,
  domainAlarmValues,
} from '../../rules/cdn/domainAlarm/domainAlarm.ts';
import { alarmOperators, alarmStates } from '../../rules/core/alarm.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { expectedVersion, ofDomain } from './edge.ts';

const oneOf = (choices: readonly number[]) => z.int(key('error:choice')).refine((value) => choices.includes(value), key('error:choice'));

const fields = z.object({
  metric: z
    .enum(domainAlarmMetrics, key('error:choice'))
    .describe(
      '`errorRate`: percent of the responses with status 5xx. `hitRate`: percent of the requests served from the cache. `originDown`: requests to which no server responded. `attack`: requests that were blocked or challenged.',
    ),
  operator: z.enum(alarmOperators, key('error:choice')),
  value: z.int(key('domainAlarm:error.value')).describe('Percent, or requests within the minutes.'),
  minutes: oneOf(domainAlarmMinutes).describe(`Minutes that the value is measured over: ${domainAlarmMinutes.join(', ')}.`),
  pause: oneOf(domainAlarmPauses).describe(`Minutes in which it notifies of an alarm once at most: ${domainAlarmPauses.join(', ')}.`),
});

/** The threshold has the limits of its metric. */
const checkValue = ({ metric, value }: Pick<z.output<typeof fields>, 'metric' | 'value'>, ctx: z.RefinementCtx) => {
  const { min, max } = domainAlarmValues(metric);
  if (value < min || value > max)
    ctx.addIssue({ code: 'custom', path: ['value'], message: key('domainAlarm:error.range'), params: { min, max } });
};

export const DomainAlarmForm = fields.superRefine(checkValue);

export const DomainAlarm = fields
  .extend({
    id: Id,
    enabled: z.boolean(),
    state: z.enum(alarmStates).describe('`noData`: not evaluated yet, or fewer than 20 requests for a percentage.'),
    since: Time.describe('When the alarm entered this state.'),
    last: z.number().nullable().describe('The last measured value, in the unit of the alarm.'),
    version: z.int().describe('Increases with each change to the settings; send it with an update.'),
    createdAt: Time,
  })
  .meta({ id: 'DomainAlarm' });
export type DomainAlarm = z.output<typeof DomainAlarm>;

const answer = z.object({ alarm: DomainAlarm });
const ofAlarm = ofDomain.extend({ alarmId: Id });
const example = { metric: 'errorRate' as const, operator: 'above' as const, value: 5, minutes: 10, pause: 60 };

export const domainAlarm = group('domainAlarm', 'domain', {
  list: get('/domain/alarm/list', {
    summary: 'List the alarms of a domain',
    area: 'reports',
    input: ofDomain,
    output: z.object({ alarms: z.array(DomainAlarm), limit: z.int().describe(`At most ${alarmsPerDomain} alarms.`) }),
    example: { domainId: demo.domainId },
  }),
  create: post('/domain/alarm/create', {
    summary: 'Add an alarm to a domain',
    area: 'reports',
    input: ofDomain.extend(fields.shape).superRefine(checkValue),
    output: answer,
    success: 'domainAlarm:created',
    errors: ['domainAlarm:error.limit', 'domainAlarm:error.twice'],
    example: { domainId: demo.domainId, ...example },
  }),
  update: post('/domain/alarm/update', {
    idempotent: true,
    summary: 'Change an alarm of a domain',
    area: 'reports',
    input: ofAlarm.extend({ ...fields.shape, version: expectedVersion }).superRefine(checkValue),
    output: answer,
    success: 'domainAlarm:updated',
    errors: ['error:versionConflict', 'domainAlarm:error.twice'],
    example: { domainId: demo.domainId, alarmId: demo.domainAlarmId, ...example, value: 10 },
  }),
  toggle: post('/domain/alarm/toggle', {
    idempotent: true,
    summary: 'Turn an alarm of a domain on or off',
    area: 'reports',
    input: ofAlarm.extend({ enabled: z.boolean() }),
    output: answer,
    success: false,
    example: { domainId: demo.domainId, alarmId: demo.domainAlarmId, enabled: false },
  }),
  delete: post('/domain/alarm/delete', {
    summary: 'Delete an alarm of a domain',
    area: 'reports',
    input: ofAlarm,
    output: z.object({ done: z.literal(true) }),
    success: 'domainAlarm:deleted',
    example: { domainId: demo.domainId, alarmId: demo.domainAlarmId },
  }),
});
