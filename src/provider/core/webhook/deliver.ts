import { suspendAfterMs, waitAfter } from '../../../lib/rules/core/delivery.ts';
import { linkHost } from '../../../lib/rules/core/target.ts';
import type { Db, Tx, WebhookRow } from '../../db/schema.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { markStale } from '../../live/stale.ts';
import { writeSystemChange } from '../changes.ts';
import { notifyOwner } from '../notification/notifyOwner.ts';
import { type Outcome, post } from '../post.ts';
import { allowed } from '../reach.ts';
import { openSecret, signedHeaders, unharmed } from './signed.ts';

/** Maximum parallel requests. */
const PLACES = 16;

/** Sends due deliveries, the oldest of each webhook first, until none is left; then schedules itself for the next attempt. */
export const deliverWebhooks: JobHandler = async (ctx) => {
  while (!ctx.leaving.aborted) {
    const due = await dueHooks(ctx);
    if (due.length === 0) break;
    await Promise.all(due.map((hook) => deliver(ctx, hook)));
  }
  await ctx.services.store.write('webhook.deliver', async (tx) => {
    const next = await waiting(tx)
      .select((e) => e.fn.min('webhook.nextAttemptAt').as('at'))
      .executeTakeFirst();
    if (next?.at != null) await ctx.services.jobs.enqueue(tx, coreJobs.deliverWebhooks, {}, { runAt: Number(next.at) });
  });
};

/** Enabled webhooks with pending deliveries. */
const waiting = (db: Db | Tx) =>
  db
    .selectFrom('webhook')
    .where('enabled', '=', true)
    .where((e) =>
      e.exists(e.selectFrom('webhookDelivery').select('webhookDelivery.id').whereRef('webhookDelivery.webhookId', '=', 'webhook.id')),
    );

const dueHooks = ({ now, services: { store } }: JobCtx): Promise<WebhookRow[]> =>
  waiting(store.reader).where('nextAttemptAt', '<=', now).selectAll('webhook').orderBy('nextAttemptAt').limit(PLACES).execute();

/** Sends the oldest delivery of a webhook once. After a crash it is sent again, with the same ID. */
async function deliver(ctx: JobCtx, hook: WebhookRow): Promise<void> {
  const { leaving, now } = ctx;
  const { store, resolver, env, secrets } = ctx.services;
  const row = await store.reader
    .selectFrom('webhookDelivery')
    .selectAll()
    .where('webhookId', '=', hook.id)
    .orderBy('id')
    .executeTakeFirst();
  if (!row) return;
  const headers = signedHeaders(row.id, row.body, openSecret(secrets, hook), now);
  const outcome = await post(hook.url, headers, row.body, { resolver, allow: allowed(env), signal: leaving });
  // A request aborted by the shutdown says nothing about the receiver.
  if (leaving.aborted && !outcome.ok) return;
  await store.write(`account:${hook.accountId}`, async (tx) => {
    // If the webhook was changed or deleted in the meantime, the delivery is sent again with its new settings.
    const same = await tx
      .selectFrom('webhook')
      .select('id')
      .where('id', '=', hook.id)
      .where('updatedAt', '=', hook.updatedAt)
      .executeTakeFirst();
    if (!same) return;
    markStale(tx, hook.accountId, 'webhook', now);
    if (!outcome.ok) return saveFailure(tx, ctx, hook, outcome);
    await tx.deleteFrom('webhookDelivery').where('id', '=', row.id).execute();
    await tx
      .updateTable('webhook')
      .set({ ...unharmed, deliveredAt: now })
      .where('id', '=', hook.id)
      .execute();
  });
}

async function saveFailure(tx: Tx, ctx: JobCtx, hook: WebhookRow, { reason, status }: Outcome): Promise<void> {
  const { now } = ctx;
  const attempts = hook.attempts + 1;
  const failingSince = Number(hook.failingSince ?? now);
  const nextAttemptAt = now + waitAfter(attempts, Math.random());
  const isOver = now - failingSince >= suspendAfterMs;
  await tx
    .updateTable('webhook')
    .set({ attempts, failingSince, reason, status, nextAttemptAt, ...(isOver && { enabled: false, suspendedAt: now, updatedAt: now }) })
    .where('id', '=', hook.id)
    .execute();
  if (isOver) await suspend(tx, ctx, hook);
}

/** Disables a webhook after a day of failures and notifies its owner. Pending deliveries are dropped: they are in the panel. */
async function suspend(tx: Tx, ctx: JobCtx, hook: WebhookRow): Promise<void> {
  const { accountId, id } = hook;
  const host = linkHost(hook.url);
  await tx.deleteFrom('webhookDelivery').where('webhookId', '=', id).execute();
  await writeSystemChange(tx, ctx, {
    kind: 'webhook.deliver',
    group: 'webhook',
    accountId,
    action: 'update',
    entity: { type: 'webhook', id, name: host },
    before: { enabled: true },
    after: { enabled: false },
  });
  await notifyOwner(tx, ctx, {
    accountId,
    event: 'account',
    type: 'error',
    title: 'notificationSetting:webhook.offTitle',
    description: 'notificationSetting:webhook.offText',
    params: { host },
    link: '/account/notifications',
  });
}
