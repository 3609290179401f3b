import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { Flag, Id, Time } from '../fields.ts';

export const notificationTypes = ['error', 'warning', 'success', 'message'] as const;

/** A notification, as snackbars and the notification center show it. */
export const Notification = z
  .object({
    _id: Id,
    createdAt: Time,
    title: z.string(),
    type: z.enum(notificationTypes),
    description: z.string(),
    image: z.string().nullable(),
    event: z.string().describe('The event, by its name in the notification settings.'),
    link: z.string().nullable().describe('The panel path where it can be viewed or fixed.'),
    read: z.boolean(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

const Unread = z.object({ unread: z.int().describe('Number of unread notifications of the account.') });
const Ids = z.array(Id).min(1).max(200);

export const notification = group('notification', 'notification', {
  list: get('/notification/list', {
    summary: 'List the notifications, newest first',
    input: z.object({
      read: Flag.optional(),
      type: z.enum(notificationTypes).optional(),
      cursor: Id.optional().describe('`nextCursor` of the previous page.'),
      limit: z.coerce.number().int().min(1).max(200).optional().describe('Default: 50.'),
    }),
    output: Unread.extend({ notifications: z.array(Notification), nextCursor: Id.nullable() }),
    example: { limit: 8 },
  }),
  read: post('/notification/read', {
    summary: 'Mark notifications as read',
    input: z.object({ ids: Ids.optional(), all: z.literal(true).optional() }).refine(({ ids, all }) => Boolean(ids) !== Boolean(all), {
      path: ['ids'],
      message: key('error:required'),
    }),
    output: Unread,
    success: false,
    example: { all: true },
  }),
  delete: post('/notification/delete', {
    summary: 'Delete notifications',
    input: z.object({ ids: Ids.describe('Ids that no longer exist are ignored.') }),
    output: Unread,
    success: 'notification:deleted',
    example: { ids: ['no-notification'] },
  }),
});
