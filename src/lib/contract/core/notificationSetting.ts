import { z } from 'zod';
import { channels, eventNames } from '../../rules/core/notificationEvents.ts';
import { get, group, post } from '../call.ts';

const Channel = z.enum(channels);
const Event = z.enum(eventNames);
const Minute = z.int().min(0).max(1439);
const QuietHours = z
  .object({ from: Minute, until: Minute })
  .describe('Minutes after midnight in the time zone of the account. Emails and text messages wait until the end.');

export const NotificationSetting = z
  .object({
    events: z.record(Event, z.record(Channel, z.boolean())),
    quietHours: QuietHours.nullable(),
    digest: z.boolean().describe('Emails are sent together once a day.'),
    version: z.int(),
  })
  .meta({ id: 'NotificationSetting' });
export type NotificationSetting = z.infer<typeof NotificationSetting>;

const output = z.object({ setting: NotificationSetting });

export const notificationSetting = group('notificationSetting', 'account', {
  get: get('/notification/setting/get', {
    summary: 'Get the notification channels of each event',
    output: output.extend({
      timeZone: z.string().describe('Of quiet hours and the daily email.'),
      email: z.string(),
      sms: z
        .enum(['ready', 'noMobile', 'noGateway'])
        .describe('`noMobile`: the profile has no verified number. `noGateway`: this installation sends no text messages.'),
    }),
  }),
  update: post('/notification/setting/update', {
    idempotent: true,
    summary: 'Change the channels of events, quiet hours or the daily email; omitted fields stay unchanged',
    input: z.object({
      events: z
        .partialRecord(Event, z.partialRecord(Channel, z.boolean()))
        .optional()
        .describe('Only what changes. Security and payment events are always sent in the panel and by email.'),
      quietHours: QuietHours.nullable().optional(),
      digest: z.boolean().optional(),
    }),
    output,
    success: 'notificationSetting:saved',
    errors: ['notificationSetting:error.always'],
    example: { events: { invoice: { sms: true } } },
  }),
  unsubscribe: post('/notification/unsubscribe', {
    summary: 'Unsubscribe from emails about one event, with the token of an unsubscribe link',
    access: 'public',
    input: z.object({ token: z.string().min(1).max(400) }),
    output: z.object({ done: z.literal(true) }),
    success: false,
    errors: ['notificationSetting:error.token'],
    example: { token: 'of-an-email' },
    exampleStatus: 422,
  }),
});
