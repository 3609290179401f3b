import { translator } from '../../../lib/i18n/server.ts';
import { batchEntries } from '../../../lib/rules/cdn/logForward/options.ts';
import { suspendAfterMs, waitAfter } from '../../../lib/rules/core/delivery.ts';
import { linkHost } from '../../../lib/rules/core/target.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { preferredLanguage } from '../../core/notification/mail.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { type Outcome, post } from '../../core/post.ts';
import { allowed } from '../../core/reach.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import { markStale } from '../../live/stale.ts';
import { createBatch, signBatch } from './batch.ts';
import type { Due } from './forward.ts';
import { forLog, formatReason, openSecret, toEntity, unharmed } from './rows.ts';
import { activity } from './source.ts';

/**
 * Sends one batch to a target, and stores the new position or the time of the retry. If the customer changed the target
 * meanwhile, the outcome is discarded and the batch is sent again to the target as it is now.
 * @param now epoch ms
 */
export async function deliver(ctx: JobCtx, due: Due, now: () => number): Promise<void> {
  const { leaving, services } = ctx;
  const { store, resolver, env } = services;
  const batch = createBatch(due.id, due.format, await activity.read(ctx, due.domain, due.place, batchEntries));
  if (!batch) return;
  const headers = signBatch(batch, due.format, openSecret(services, due), now());
  const outcome = await post(due.target, headers, batch.body, { resolver, allow: allowed(env), signal: leaving });
  // An aborted request says nothing about the target.
  if (leaving.aborted && !outcome.ok) return;
  const at = now();
  await store.write(`account:${due.domain.accountId}`, async (tx) => {
    const same = await tx
      .selectFrom('logTarget')
      .select('id')
      .where('id', '=', due.id)
      .where('version', '=', due.version)
      .where('place', '=', due.place)
      .executeTakeFirst();
    if (!same) return;
    markStale(tx, due.domain.accountId, 'logForward', at);
    if (!outcome.ok) return saveFailure(tx, ctx, due, outcome, at);
    const updated = { ...unharmed, place: batch.place, deliveredAt: at };
    await tx.updateTable('logTarget').set(updated).where('id', '=', due.id).execute();
  });
}

async function saveFailure(tx: Tx, ctx: JobCtx, due: Due, { reason, status }: Outcome, at: number): Promise<void> {
  const attempts = due.attempts + 1;
  const failingSince = Number(due.failingSince ?? at);
  const isOver = at - failingSince >= suspendAfterMs;
  const updated = {
    attempts,
    failingSince,
    failedAt: at,
    nextAttemptAt: at + waitAfter(attempts, Math.random()),
    reason,
    status,
    ...(isOver && { enabled: false, suspendedAt: at, version: due.version + 1, updatedAt: at }),
  };
  await tx.updateTable('logTarget').set(updated).where('id', '=', due.id).execute();
  if (isOver) await suspend(tx, ctx, due, { ...due, ...updated }, at);
}

/** Notifies the customer, in the panel, by email and in the log, that a target was turned off. */
async function suspend(tx: Tx, ctx: JobCtx, before: Due, after: Due, at: number): Promise<void> {
  const { accountId, id: domainId, name } = before.domain;
  const work = { ...ctx, now: at };
  await writeSystemChange(tx, work, {
    kind: 'log.forward',
    group: 'logForward',
    accountId,
    action: 'update',
    entity: toEntity(after),
    domainId,
    before: forLog(before),
    after: forLog(after),
  });
  const link = `/domains/${name}/settings`;
  const params = { domain: name, target: linkHost(after.target) };
  const texts = { title: 'logForward:notice.title', description: 'logForward:notice.text' } as const;
  const owner = await tx.selectFrom('user').select('language').where('id', '=', accountId).executeTakeFirstOrThrow();
  const reason = after.reason ? formatReason(translator(preferredLanguage(owner)), after.reason, after.status) : '';
  await notifyOwner(
    tx,
    work,
    { accountId, event: 'domainStatus', type: 'error', ...texts, params: { ...params, reason }, link },
    { body: 'mail:logForward.body' },
  );
}
