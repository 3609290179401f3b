import { dueWarning, renewDays, renewsFrom } from '../../../lib/rules/cdn/ssl/expiry.ts';
import { DAY } from '../../../lib/time.ts';
import type { Domain, SslRow, Tx } from '../../db/schema.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { notifyExpiry } from './expiryNotice.ts';
import { beginIssuing } from './issue.ts';
import { watchClientCertificates } from './watchClient.ts';

const BATCH = 200;

/**
 * Checks every certificate that expires within the next weeks: free ones are renewed, and owners of custom ones are notified in time.
 * It may run twice and crash anywhere: started work has a task, and sent notifications are stored in the row.
 */
export const watchSsl: JobHandler = async (ctx) => {
  await watchClientCertificates(ctx);
  const { now, signal } = ctx;
  const { store } = ctx.services;
  let after = '';
  while (!signal.aborted) {
    const rows = await store.reader
      .selectFrom('ssl')
      .select(['id', 'domainId'])
      .where('status', '=', 'active')
      .where('expiresAt', '<=', now + renewDays * DAY)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, domainId } of rows) {
      const domain = await store.reader.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirst();
      if (domain) await store.write(`account:${domain.accountId}`, (tx) => look(tx, ctx, id));
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
};

async function look(tx: Tx, ctx: JobCtx, sslId: string): Promise<void> {
  const row = await tx.selectFrom('ssl').selectAll().where('id', '=', sslId).executeTakeFirst();
  const domain = row && (await tx.selectFrom('domain').selectAll().where('id', '=', row.domainId).executeTakeFirst());
  if (!row || !domain || row.expiresAt === null) return;
  // Only an active domain can prove control; nothing is renewed for a paused one.
  const canRenew = row.kind === 'free' && domain.status === 'active' && ctx.services.certs !== null;
  if (!canRenew) return notifyCertificateExpiry(tx, ctx, domain, row, row.expiresAt);
  const isDue = renewsFrom(row.issuedAt ?? 0, row.expiresAt) <= ctx.now;
  if (isDue && row.taskId === null && (row.nextAttemptAt ?? 0) <= ctx.now) await beginIssuing(tx, ctx, domain, row);
}

async function notifyCertificateExpiry(tx: Tx, ctx: JobCtx, domain: Domain, row: SslRow, expiresAt: number): Promise<void> {
  // An unattached certificate may expire.
  if (row.attachedHosts.length === 0) return;
  const due = dueWarning(expiresAt, ctx.now, row.toldDays);
  if (due === null) return;
  await tx.updateTable('ssl').set({ toldDays: due }).where('id', '=', row.id).execute();
  const isOver = due === 0;
  await notifyExpiry(tx, ctx, domain, row, {
    type: due <= 1 ? 'error' : 'warning',
    title: isOver ? 'ssl:notice.expiredTitle' : 'ssl:notice.expiryTitle',
    description: isOver ? 'ssl:notice.expiredText' : 'ssl:notice.expiryText',
  });
}
