import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { get, group, post } from './call.ts';
import { Flag, Id, Time } from './fields.ts';

export const notificationTypes = ['error', 'warning', 'success', 'message'] as const;

/** The item of spec.md section 3, with what the notification centre needs beside it. */
export const Notification = z
  .object({
    _id: Id,
    createdAt: Time,
    title: z.string(),
    type: z.enum(notificationTypes),
    description: z.string(),
    image: z.string().nullable(),
    event: z.string().describe('What happened, as the notification settings name it.'),
    link: z.string().nullable().describe('A path of the panel, where it is seen or mended.'),
    read: z.boolean(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

const Unread = z.object({ unread: z.int().describe('Notifications of the account that were not read yet.') });
const Ids = z.array(Id).min(1).max(200);

export const notification = group('notification', {
  list: get('/notification/list', {
    summary: 'Notifications, the newest first',
    input: z.object({
      read: Flag.optional(),
      type: z.enum(notificationTypes).optional(),
      cursor: Id.optional().describe('`nextCursor` of the page before.'),
      limit: z.coerce.number().int().min(1).max(200).optional().describe('50 unless told otherwise.'),
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
    input: z.object({ ids: Ids.describe('Those that are not there any more are passed over.') }),
    output: Unread,
    success: 'notification:deleted',
    example: { ids: ['no-notification'] },
  }),
});
