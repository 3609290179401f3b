import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import type { NotificationEvent } from '../../../lib/rules/core/notificationEvents.ts';
import type { Tx } from '../../db/schema.ts';
import type { NotificationTable } from '../../db/tables/core/work.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import { makeEnqueue } from '../../jobs/enqueue.ts';
import { markStale } from '../../live/stale.ts';
import type { Work } from '../services.ts';
import { MEMBER_LINK, notifiedMembers } from './members.ts';
import { channelsFor, loadSetting, type Setting } from './settings.ts';
import { queueWebhooks } from './webhooks.ts';

export interface Notice {
  accountId: string;
  event: NotificationEvent;
  type: NotificationTable['type'];
  title: TKey;
  description: TKey;
  /** Params of both texts. */
  params?: TParams;
  /** The panel path where the customer can view or fix it. */
  link?: string;
  /** The member whose ticket it is about. */
  about?: string | null;
  /** Limits the channels, in addition to the customer’s settings. */
  within?: Partial<Record<'panel' | 'email', boolean>>;
}

/**
 * Notifies the customer in the panel and by webhook, according to their settings, in the transaction of the event; and in the panel the
 * members whose role covers it, according to theirs.
 * @returns their settings
 */
export async function notify(tx: Tx, { now, newId }: Pick<Work, 'now' | 'newId'>, notice: Notice): Promise<Setting> {
  const { accountId, event, type, title, description, params = {}, link = null, about, within } = notice;
  const setting = await loadSetting(tx, accountId);
  const { panel, webhook } = channelsFor(setting, event);
  const id = newId();
  const row = { createdAt: now, event, type, title, description, params, readAt: null };
  if (panel && within?.panel !== false) {
    await tx
      .insertInto('notification')
      .values({ id, accountId, link, ...row })
      .execute();
    markStale(tx, accountId, 'notification', now);
  }
  for (const member of await notifiedMembers(tx, accountId, event, about)) {
    if (within?.panel === false || !channelsFor(await loadSetting(tx, member.id), event).panel) continue;
    await tx
      .insertInto('notification')
      .values({ id: newId(), accountId: member.id, link: MEMBER_LINK, ...row })
      .execute();
    markStale(tx, member.id, 'notification', now);
  }
  if (webhook) {
    const isQueued = await queueWebhooks(tx, { now, newId }, { id, accountId, event, type, title, description, params, link });
    if (isQueued) await makeEnqueue(() => now)(tx, coreJobs.deliverWebhooks, {});
  }
  return setting;
}
