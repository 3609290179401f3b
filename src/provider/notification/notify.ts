import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { Tx } from '../db/schema.ts';
import type { NotificationEvent, NotificationTable } from '../db/tables/work.ts';
import { markStale } from '../live/stale.ts';

export interface Notice {
  userId: string;
  event: NotificationEvent;
  type: NotificationTable['type'];
  title: TKey;
  description: TKey;
  /** Fill both texts. */
  params?: TParams;
  /** A path of the panel, where the customer sees or mends it. */
  link?: string;
}

/** Tells the customer something in the panel, in the transaction of what it tells about. */
export async function notify(tx: Tx, { now, newId }: { now: number; newId(): string }, notice: Notice): Promise<void> {
  const { userId, event, type, title, description, params = {}, link = null } = notice;
  await tx
    .insertInto('notification')
    .values({ id: newId(), userId, createdAt: now, event, type, title, description, params: JSON.stringify(params), link, readAt: null })
    .execute();
  markStale(tx, userId, 'notification', now);
}
