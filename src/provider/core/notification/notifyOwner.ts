import type { TKey } from '../../../lib/i18n/keys.ts';
import { lockedChannels } from '../../../lib/rules/core/notificationEvents.ts';
import { nextDigest, quietUntil } from '../../../lib/rules/core/quietHours.ts';
import type { Tx, User } from '../../db/schema.ts';
import type { Work } from '../services.ts';
import { type Letter, mailOwner, textOwner } from './mail.ts';
import { MEMBER_LINK, notifiedMembers } from './members.ts';
import { type Notice, notify } from './notify.ts';
import { channelsFor, loadSetting, type Setting } from './settings.ts';

/**
 * Notifies the owner in the panel, by webhook, email and SMS, according to their settings, in the transaction of the
 * event; and the members whose role covers it, without the webhook. The email has the values of the notice, its text as `text`, and its link with the origin of the portal.
 * @param letter.subject default: the title of the notice
 * @param letter.body default: the text and the link
 */
export async function notifyOwner(
  tx: Tx,
  ctx: Work<'env' | 'jobs'>,
  notice: Notice & { link: string },
  { subject = notice.title, body = 'mail:notice.body' }: { subject?: TKey; body?: TKey } = {},
): Promise<void> {
  const { accountId, event, description: text, params = {}, link } = notice;
  const owner = await tx.selectFrom('user').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  // Nobody reads what is said to a closed account.
  if (owner.closeStartedAt !== null) return;
  const setting = await notify(tx, ctx, notice);
  const letter: Letter = { event, subject, body, text, params, link };
  await post(tx, ctx, owner, setting, notice, letter);
  for (const member of await notifiedMembers(tx, accountId, event, notice.about))
    await post(tx, ctx, member, await loadSetting(tx, member.id), notice, { ...letter, link: MEMBER_LINK });
}

/** Email and SMS to one person, now or when their settings allow it. */
async function post(tx: Tx, ctx: Work<'env' | 'jobs'>, owner: User, setting: Setting, notice: Notice, letter: Letter): Promise<void> {
  const chosen = channelsFor(setting, letter.event);
  const { sms } = chosen;
  const email = chosen.email && notice.within?.email !== false;
  if (!email && !sms) return;
  const due = dueTimes(ctx.now, notice, setting, owner);
  if (email && due.email === null) await mailOwner(tx, ctx, owner, letter);
  if (sms && due.sms === null) await textOwner(tx, ctx, owner, letter);
  for (const channel of ['email', 'sms'] as const) {
    const dueAt = due[channel];
    const isDigest = channel === 'email' && setting.digest;
    if (dueAt === null || !{ email, sms }[channel]) continue;
    await tx
      .insertInto('heldMessage')
      .values({
        id: ctx.newId(),
        accountId: owner.id,
        channel,
        isDigest,
        ...letter,
        params: letter.params,
        dueAt,
        createdAt: ctx.now,
      })
      .execute();
  }
}

/** When the message of each channel may be sent; null: now. Notices that can't be turned off are never delayed. */
function dueTimes(now: number, { event }: Notice, { digest, quietHours }: Setting, owner: User) {
  if (lockedChannels(event).length > 0) return { email: null, sms: null };
  const zone = owner.timeZone || 'UTC';
  const quiet = quietUntil(now, quietHours, zone);
  return { email: digest ? nextDigest(now, zone) : quiet, sms: quiet };
}
