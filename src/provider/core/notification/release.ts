import { publicOrigin } from '../../../config/env.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { DeferredMessage, Tx, User } from '../../db/schema.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { queueMail } from '../outbox.ts';
import { type Letter, mailOwner, mailText, preferredLanguage, textOwner } from './mail.ts';

/** Maximum lines of a daily email; the rest is counted. */
const MOST = 50;

/** Sends messages deferred until the end of quiet hours, and the daily emails. Runs every five minutes. */
export const releaseDeferred: JobHandler = async (ctx) => {
  const due = await ctx.services.store.reader
    .selectFrom('heldMessage')
    .select('accountId')
    .distinct()
    .where('dueAt', '<=', ctx.now)
    .execute();
  for (const { accountId } of due) {
    if (ctx.leaving.aborted) return;
    await ctx.services.store.write(`account:${accountId}`, (tx) => release(tx, ctx, accountId));
  }
};

async function release(tx: Tx, ctx: JobCtx, accountId: string): Promise<void> {
  const deferred = await tx
    .selectFrom('heldMessage')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('dueAt', '<=', ctx.now)
    .orderBy('id')
    .execute();
  const owner = await tx.selectFrom('user').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  for (const row of deferred.filter(({ isDigest }) => !isDigest))
    await (row.channel === 'email' ? mailOwner : textOwner)(tx, ctx, owner, toLetter(row));
  const daily = deferred.filter(({ isDigest }) => isDigest);
  if (daily.length > 0) await mailDigest(tx, ctx, owner, daily);
  await tx.deleteFrom('heldMessage').where('accountId', '=', accountId).where('dueAt', '<=', ctx.now).execute();
}

const toLetter = ({ event, subject, body, text, params, link }: DeferredMessage): Letter => ({
  event,
  subject: subject as TKey, // written by `notifyOwner`
  body: body as TKey,
  text: text as TKey,
  params,
  link,
});

function mailDigest(tx: Tx, ctx: JobCtx, owner: User, stored: readonly DeferredMessage[]): Promise<void> {
  const origin = publicOrigin(ctx.services.env);
  const list = stored
    .slice(0, MOST)
    .map(toLetter)
    .map(({ subject, text, params, link }) => `${mailText(owner, subject, params)}\n${mailText(owner, text, params)}\n${origin}${link}`)
    .join('\n\n');
  const count = stored.length;
  return queueMail(tx, ctx, {
    to: owner.email,
    language: preferredLanguage(owner),
    subject: 'mail:digest.subject',
    body: 'mail:digest.body',
    params: { count, n: count, list, link: `${origin}/notifications` },
    notice: { accountId: owner.id, event: 'digest' },
  });
}
