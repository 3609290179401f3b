import { type Notification, notification } from '../../../lib/contract/core/notification.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { iso } from '../../../lib/time.ts';
import { ownedNotifications } from '../../db/owned.ts';
import type { Db, Notification as Row, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { implement } from '../implement.ts';
import { paramsIn } from '../localizedParams.ts';

/** A row in the caller's language: it is stored as text keys. */
function toNotification(row: Row, t: Translate, locale: Locale): Notification {
  const params = paramsIn(row.params, locale);
  return {
    _id: row.id,
    createdAt: iso(row.createdAt),
    title: t(row.title as TKey, params),
    type: row.type,
    description: t(row.description as TKey, params),
    image: null,
    event: row.event,
    link: row.link,
    read: row.readAt !== null,
  };
}

async function countUnread(db: Db | Tx, account: Account): Promise<number> {
  const { n } = await ownedNotifications(db, account)
    .where('readAt', 'is', null)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const notificationHandlers = implement(notification, {
  async list({ db, account, t, locale }, { read, type, cursor, limit = 50 }) {
    let query = ownedNotifications(db, account);
    if (read !== undefined) query = query.where('readAt', read ? 'is not' : 'is', null);
    if (type) query = query.where('type', '=', type);
    if (cursor) query = query.where('id', '<', cursor);
    const rows = await query
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    return {
      notifications: page.map((row) => toNotification(row, t, locale)),
      unread: await countUnread(db, account),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  },

  read: (ctx, { ids }) =>
    ctx.write(async ({ tx, log }) => {
      let query = tx
        .updateTable('notification')
        .set({ readAt: ctx.now })
        .where('accountId', '=', ctx.account.id)
        .where('readAt', 'is', null);
      if (ids) query = query.where('id', 'in', ids);
      const { numUpdatedRows } = await query.executeTakeFirst();
      await log({ action: 'update', entity: { type: 'notification', id: '', name: '' }, after: { read: Number(numUpdatedRows) } });
      return { unread: await countUnread(tx, ctx.account) };
    }),

  delete: (ctx, { ids }) =>
    ctx.write(async ({ tx, log }) => {
      const gone = await ownedNotifications(tx, ctx.account).selectAll().where('id', 'in', ids).execute();
      await tx.deleteFrom('notification').where('accountId', '=', ctx.account.id).where('id', 'in', ids).execute();
      const before = gone.map(({ id, event, title, params, createdAt }) => ({
        id,
        event,
        title,
        params: JSON.stringify(params),
        createdAt,
      }));
      await log({ action: 'delete', entity: { type: 'notification', id: '', name: '' }, before });
      return { unread: await countUnread(tx, ctx.account) };
    }),
});
