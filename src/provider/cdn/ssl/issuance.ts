import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { dueWarning } from '../../../lib/rules/cdn/ssl/expiry.ts';
import { DAY } from '../../../lib/time.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Services, Work } from '../../core/services.ts';
import type { Domain, SslRow, Tx } from '../../db/schema.ts';
import type { Later } from '../../drivers/certs/certs.ts';
import { DriverRefusal } from '../../drivers/driver.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import { moveTask, type TaskStep } from '../../jobs/tasks.ts';
import { markStale } from '../../live/stale.ts';
import { cdnJobs } from '../jobs.ts';
import { CaaUnknown } from './caa.ts';
import { certificatePage, notifyExpiry } from './expiryNotice.ts';
import { change, logged, toEntity } from './state.ts';

/** Attempts per issuance, with delays of 10 s, 20 s, 40 s … about an hour and a half in all. */
const maxAttempts = 10;
const waitAfter = (failed: number): number => 5_000 * 2 ** failed;

/** The current state of a certificate, with its domain. */
export type IssuanceTarget = { row: SslRow; domain: Domain };

export const scheduleIssuance = (tx: Tx, { jobs }: Pick<Services, 'jobs'>, sslId: string, runAt: number): Promise<void> =>
  jobs.enqueue(tx, cdnJobs.issueSsl, { sslId }, { runAt });

/** Ends the task of a row, if there is one. */
export async function endTask(tx: Tx, ctx: Pick<Work, 'now'>, { taskId }: SslRow, status: 'done' | 'failed' | 'cancelled', step = {}) {
  if (taskId !== null) await moveTask(tx, ctx, taskId, { status, ...step });
}

/** Updates the progress of an issuance. */
export const step = (tx: Tx, ctx: JobCtx, { taskId }: SslRow, to: TaskStep) =>
  taskId === null ? Promise.resolve() : moveTask(tx, ctx, taskId, to);

/** Logs the outcome of an issuance in the change log. */
export const record = (tx: Tx, ctx: JobCtx, domain: Domain, before: SslRow, after: SslRow): Promise<void> =>
  writeSystemChange(tx, ctx, {
    kind: 'ssl.issue',
    group: 'ssl',
    accountId: domain.accountId,
    action: 'update',
    entity: toEntity(after),
    domainId: domain.id,
    before: logged(before),
    after: logged(after),
  });

/** Handles a failed attempt: retried with a growing delay, unless it was refused or retried often enough. */
export async function fail(tx: Tx, ctx: JobCtx, match: IssuanceTarget, error: unknown): Promise<void> {
  if (error instanceof DriverRefusal) return abandonOrder(tx, ctx, match, error.key, error.params);
  const attempts = match.row.attempts + 1;
  const isCaa = error instanceof CaaUnknown;
  const params = isCaa ? { name: error.host } : {};
  if (attempts >= maxAttempts) {
    const last = { ...match, row: { ...match.row, attempts } };
    return abandonOrder(tx, ctx, last, isCaa ? 'ssl:reason.caaUnknown' : 'ssl:reason.gaveUp', params);
  }
  const reason = isCaa ? 'ssl:reason.caaUnknown' : 'ssl:reason.unreachable';
  const nextAttemptAt = ctx.now + waitAfter(attempts);
  // A failed attempt isn't a change by the customer: it is stored in the row, and only the outcome is logged.
  await tx
    .updateTable('ssl')
    .set({ attempts, nextAttemptAt, reason, reasonParams: params, updatedAt: ctx.now })
    .where('id', '=', match.row.id)
    .execute();
  await step(tx, ctx, match.row, { status: 'running', message: reason, params });
  markStale(tx, match.domain.accountId, 'ssl', ctx.now);
  await scheduleIssuance(tx, ctx.services, match.row.id, nextAttemptAt);
}

/** Continues an issuance that takes longer, or that the authority has put off: that isn't a failed attempt. */
export async function postpone(tx: Tx, ctx: JobCtx, { row, domain }: IssuanceTarget, { afterMs, reason }: Later): Promise<void> {
  const runAt = ctx.now + afterMs;
  if (reason !== null) {
    await tx
      .updateTable('ssl')
      .set({ nextAttemptAt: runAt, reason, reasonParams: {}, updatedAt: ctx.now })
      .where('id', '=', row.id)
      .execute();
    await step(tx, ctx, row, { status: 'running', message: reason });
  } else await step(tx, ctx, row, { status: 'running', percent: 60 });
  markStale(tx, domain.accountId, 'ssl', ctx.now);
  await scheduleIssuance(tx, ctx.services, row.id, runAt);
}

/** Ends an issuance: stores the reason and notifies the customer. A certificate issued before stays valid, and is retried in a day. */
export async function abandonOrder(
  tx: Tx,
  ctx: JobCtx,
  { row, domain }: IssuanceTarget,
  reason: TKey,
  params: TParams = {},
): Promise<void> {
  const isRenewal = row.status === 'active';
  const warning = isRenewal && row.expiresAt !== null ? dueWarning(row.expiresAt, ctx.now, row.toldDays) : null;
  const next = await change(
    tx,
    row,
    {
      status: isRenewal ? 'active' : 'failed',
      taskId: null,
      reason,
      reasonParams: params,
      nextAttemptAt: isRenewal ? ctx.now + DAY : null,
      ...(warning !== null && { toldDays: warning }),
    },
    ctx.now,
  );
  await endTask(tx, ctx, row, 'failed', { message: reason, params });
  await record(tx, ctx, domain, row, next);
  if (!isRenewal)
    await notifyOwner(tx, ctx, {
      accountId: domain.accountId,
      event: 'sslExpiry',
      type: 'error',
      title: 'ssl:notice.failedTitle',
      description: 'ssl:notice.failedText',
      params: { domain: domain.name },
      link: certificatePage(domain),
    });
  else if (warning !== null)
    await notifyExpiry(tx, ctx, domain, row, {
      type: warning <= 1 ? 'error' : 'warning',
      title: 'ssl:notice.renewTitle',
      description: 'ssl:notice.renewText',
    });
}
