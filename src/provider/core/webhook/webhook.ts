import { randomBytes } from 'node:crypto';
import { type Webhook, webhook } from '../../../lib/contract/core/webhook.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { linkHost } from '../../../lib/rules/core/target.ts';
import { maxWebhooks } from '../../../lib/rules/core/webhook.ts';
import { iso } from '../../../lib/time.ts';
import type { Db, Tx, WebhookRow } from '../../db/schema.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { implement } from '../implement.ts';
import { post } from '../post.ts';
import { allowed } from '../reach.ts';
import { requireReachableTarget } from '../reachableTarget.ts';
import { consumeAttempt } from '../throttle.ts';
import { openSecret, sealSecret, signedHeaders, unharmed } from './signed.ts';

const tests = { name: 'webhook-test', max: 10, windowMs: 10 * 60_000 };

/** The path of a URL may contain a key, so only the host is logged. */
const toEntity = ({ id, url }: Pick<WebhookRow, 'id' | 'url'>) => ({ type: 'webhook', id, name: linkHost(url) });

function webhookState({ enabled, suspendedAt, failingSince }: WebhookRow): Webhook['state'] {
  if (!enabled) return suspendedAt === null ? 'off' : 'suspended';
  return failingSince === null ? 'ready' : 'failing';
}

function show(t: Translate, row: WebhookRow, waiting: number): Webhook {
  const { id, url, deliveredAt, reason, status, nextAttemptAt, createdAt } = row;
  const state = webhookState(row);
  return {
    id,
    url,
    enabled: row.enabled,
    state,
    waiting,
    ...(deliveredAt !== null && { lastDeliveredAt: iso(deliveredAt) }),
    ...(reason !== null && { lastError: { reason, message: t(`target:reason.${reason}`, { status: status ?? '' }) } }),
    ...(state === 'failing' && { nextTryAt: iso(nextAttemptAt) }),
    createdAt: iso(createdAt),
  };
}

const ofAccount = (db: Db | Tx, account: Account) => db.selectFrom('webhook').where('webhook.accountId', '=', account.id);

const own = async (db: Db | Tx, account: Account, webhookId: string): Promise<WebhookRow> =>
  (await ofAccount(db, account).where('id', '=', webhookId).selectAll().executeTakeFirst()) ?? refuse(404, 'error:notFound');

async function countQueued(db: Db | Tx, webhookId: string): Promise<number> {
  const { n } = await db
    .selectFrom('webhookDelivery')
    .where('webhookId', '=', webhookId)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const webhookHandlers = implement(webhook, {
  async list({ db, account, t }) {
    const rows = await ofAccount(db, account).selectAll().orderBy('id').execute();
    return { webhooks: await Promise.all(rows.map(async (row) => show(t, row, await countQueued(db, row.id)))) };
  },

  async create(ctx, { url: typed }) {
    const url = await requireReachableTarget(ctx, typed, 'url');
    return ctx.write(async ({ tx, log }) => {
      const rows = await ofAccount(tx, ctx.account).select('url').execute();
      if (rows.some((row) => row.url === url)) refuseField('url', 'notificationSetting:webhook.error.taken');
      if (rows.length >= maxWebhooks) refuse(409, 'notificationSetting:webhook.error.limit', { params: { max: maxWebhooks } });
      const id = ctx.newId();
      const secret = `whsec_${randomBytes(24).toString('base64url')}`;
      const row: WebhookRow = {
        id,
        accountId: ctx.account.id,
        url,
        secret: sealSecret(ctx.services.secrets, id, secret),
        enabled: true,
        ...unharmed,
        deliveredAt: null,
        suspendedAt: null,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await tx.insertInto('webhook').values(row).execute();
      await log({ action: 'create', entity: toEntity(row), after: { enabled: true } });
      return { webhook: show(ctx.t, row, 0), secret };
    });
  },

  update: (ctx, { webhookId, enabled }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await own(tx, ctx.account, webhookId);
      const changed = { enabled, ...unharmed, suspendedAt: null, updatedAt: ctx.now };
      await tx.updateTable('webhook').set(changed).where('id', '=', row.id).where('accountId', '=', ctx.account.id).execute();
      if (enabled) await ctx.services.jobs.enqueue(tx, coreJobs.deliverWebhooks, {});
      // A disabled webhook must not receive these events later.
      else await tx.deleteFrom('webhookDelivery').where('webhookId', '=', row.id).execute();
      await log({ action: 'update', entity: toEntity(row), before: { enabled: row.enabled }, after: { enabled } });
      return { webhook: show(ctx.t, { ...row, ...changed }, await countQueued(tx, row.id)) };
    }),

  async test(ctx, { webhookId }) {
    const row = await own(ctx.db, ctx.account, webhookId);
    await consumeAttempt(ctx, [{ limit: tests, key: ctx.account.id }]);
    const { resolver, env, secrets } = ctx.services;
    const id = `test.${ctx.newId()}`;
    const texts = { title: ctx.t('notificationSetting:webhook.testTitle'), description: ctx.t('notificationSetting:webhook.testText') };
    const body = JSON.stringify({ id, time: iso(ctx.now), event: 'test', type: 'message', ...texts, link: null });
    const headers = signedHeaders(id, body, openSecret(secrets, row), ctx.now);
    const { ok, status, ms, reason } = await post(row.url, headers, body, { resolver, allow: allowed(env), signal: ctx.signal });
    return { result: { ok, status, ms, ...(reason && { message: ctx.t(`target:reason.${reason}`, { status: status ?? '' }) }) } };
  },

  delete: (ctx, { webhookId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await own(tx, ctx.account, webhookId);
      await tx.deleteFrom('webhook').where('id', '=', row.id).where('accountId', '=', ctx.account.id).execute();
      await log({ action: 'delete', entity: toEntity(row), before: { enabled: row.enabled } });
      return { done: true as const };
    }),
});
