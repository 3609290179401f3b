import { withoutMarks } from '../../lib/format/isolate.ts';
import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import { ownedNotifications } from '../db/owned.ts';
import type { JobCtx } from '../jobs/jobs.ts';
import type { Account } from '../kernel/account.ts';
import { isSecretName, MASK } from '../kernel/secrets.ts';
import { selectStatement } from './ledger/statement.ts';
import { paramsIn } from './localizedParams.ts';
import type { ExportFiles } from './registry.ts';

/** A state of the change log. Secrets aren't logged on purpose; fields named like one are masked all the same, as in the panel. */
const withoutSecrets = (json: string | null): unknown =>
  json === null ? null : JSON.parse(json, (name, value: unknown) => (isSecretName(name) && typeof value !== 'object' ? MASK : value));

/** What all lines share: the wallet, notifications and their settings, and the change log with all sign-ins. */
export async function exportCore(ctx: JobCtx, account: Account, locale: Locale): Promise<ExportFiles> {
  const db = ctx.services.store.reader;
  const t = (key: TKey, params: TParams) => withoutMarks(translator(locale)(key, params));
  const lines = await db.selectFrom(selectStatement(db, account).as('line')).selectAll().orderBy('time').orderBy('id').execute();
  const notifications = await ownedNotifications(db, account)
    .select(['createdAt', 'event', 'type', 'title', 'description', 'params', 'link', 'readAt'])
    .orderBy('createdAt')
    .execute();
  const activity = await db
    .selectFrom('changeLog')
    .select(['time', 'actorType', 'via', 'ip', 'call', 'action', 'entityType', 'entityName', 'before', 'after'])
    .where('accountId', '=', account.id)
    .orderBy('time')
    .orderBy('id')
    .execute();
  return {
    'wallet.json': {
      unit: 'mill: 1/1000 of the currency unit',
      transactions: lines.map(({ description, ...line }) => {
        const { key, params = {} } = description;
        return { ...line, description: t(key, paramsIn(params, locale)) };
      }),
    },
    'notifications.json': notifications.map(({ title, description, params, ...rest }) => {
      const values = paramsIn(params, locale);
      return { ...rest, title: t(title as TKey, values), description: t(description as TKey, values) };
    }),
    'notification-settings.json':
      (await db
        .selectFrom('notificationSetting')
        .select(['events', 'quietFrom', 'quietUntil as quietEnd', 'digest'])
        .where('accountId', '=', account.id)
        .executeTakeFirst()) ?? {},
    'webhooks.json': await db
      .selectFrom('webhook')
      .select(['url', 'enabled', 'createdAt', 'deliveredAt'])
      .where('accountId', '=', account.id)
      .orderBy('createdAt')
      .execute(),
    'activity.json': activity.map(({ actorType, ip, before, after, ...entry }) => ({
      ...entry,
      before: withoutSecrets(before),
      after: withoutSecrets(after),
      actorType,
      ip: actorType === 'operator' ? '' : ip,
    })),
  };
}
