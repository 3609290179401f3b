import { dueWarning, renewDays } from '../../../lib/rules/cdn/ssl/expiry.ts';
import { DAY } from '../../../lib/time.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import { notifyExpiry } from './expiryNotice.ts';

/** Notifies owners of certificates for origins that expire within the next weeks, as of other certificates. */
export async function watchClientCertificates(ctx: JobCtx): Promise<void> {
  const { store } = ctx.services;
  const rows = await store.reader
    .selectFrom('clientCertificate')
    .innerJoin('domain', 'domain.id', 'clientCertificate.domainId')
    .select(['domain.id', 'domain.accountId'])
    .where('clientCertificate.expiresAt', '<=', ctx.now + renewDays * DAY)
    .execute();
  for (const { id, accountId } of rows) await store.write(`account:${accountId}`, (tx) => look(tx, ctx, id));
}

async function look(tx: Tx, ctx: JobCtx, domainId: string): Promise<void> {
  const row = await tx.selectFrom('clientCertificate').selectAll().where('domainId', '=', domainId).executeTakeFirst();
  const domain = await tx.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirst();
  const due = row && dueWarning(row.expiresAt, ctx.now, row.toldDays);
  if (!row || !domain || due === null || due === undefined) return;
  await tx.updateTable('clientCertificate').set({ toldDays: due }).where('domainId', '=', domainId).execute();
  const isOver = due === 0;
  const notice = { title: row.subject, expiresAt: row.expiresAt };
  await notifyExpiry(tx, ctx, domain, notice, {
    type: due <= 1 ? 'error' : 'warning',
    title: isOver ? 'https:notice.expiredTitle' : 'https:notice.expiryTitle',
    description: isOver ? 'https:notice.expiredText' : 'https:notice.expiryText',
    link: `/domains/${domain.name}/https`,
  });
}
