import { isLocale } from '../../../lib/i18n/locales.ts';
import { writeSystemChange } from '../../core/changes.ts';
import type { CallCtx } from '../../core/implement.ts';
import { queueMail } from '../../core/outbox.ts';
import { hashCode, newCode } from '../../core/session/tokens.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { accountJobs } from '../jobs.ts';

/** Enqueues the email with the code of a password reset. */
export const resetCode = (tx: Tx, ctx: CallCtx, id: string): Promise<void> =>
  ctx.services.jobs.enqueue(tx, accountJobs.sendResetCode, { id, ip: ctx.ip, locale: ctx.locale });

/**
 * Emails the code of a password reset to the account of its address; without one it does nothing. A job, so that the request does the
 * same for each address. The code is created here: it is never in the queue.
 */
export const sendResetCode: JobHandler<typeof accountJobs.sendResetCode> = async ({ services, now, newId }, { id, ip, locale }) => {
  const row = await services.store.reader.selectFrom('verification').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.usedAt !== null || row.userId !== null) return;
  await services.store.write(`email:${row.target}`, async (tx) => {
    const user = await tx.selectFrom('user').selectAll().where('email', '=', row.target).executeTakeFirst();
    if (!user) return;
    const code = newCode();
    await tx
      .updateTable('verification')
      .set({ userId: user.id, codeHash: hashCode(services.secrets.code, row.id, code) })
      .where('id', '=', row.id)
      .execute();
    const ctx = { services, now, newId };
    const language = isLocale(user.language) ? user.language : locale;
    await queueMail(tx, ctx, { to: user.email, language, subject: 'mail:reset.subject', body: 'mail:reset.body', params: { code } });
    const entity = { type: 'passwordReset', id: row.id, name: user.email };
    await writeSystemChange(tx, ctx, {
      kind: 'account.resetCode',
      group: 'auth',
      accountId: user.id,
      action: 'request',
      entity,
      ip,
    });
  });
};
