import { publicOrigin } from '../../../config/env.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { translator } from '../../../lib/i18n/server.ts';
import type { SignedIn } from '../../core/implement.ts';
import { listParam } from '../../core/localizedParams.ts';
import { mailOwner } from '../../core/notification/mail.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { queueMail } from '../../core/outbox.ts';
import type { Tx, User } from '../../db/schema.ts';
import type { TeamInvitationTable } from '../../db/tables/account/team.ts';
import { preferredLanguage } from '../proof/index.ts';
import { accountName } from './rows.ts';

const findUser = (tx: Tx, id: string): Promise<User> => tx.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** To an address that may have no account yet: then in the language of the person who invites. */
export async function mailInvitation(tx: Tx, ctx: SignedIn, { id, accountId, email, role }: TeamInvitationTable): Promise<void> {
  const known = await tx.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();
  const language = preferredLanguage(known ?? ctx.user, ctx);
  const account = accountName(await findUser(tx, accountId));
  await queueMail(tx, ctx, {
    to: email,
    language,
    subject: 'mail:teamInvitation.subject',
    body: 'mail:teamInvitation.body',
    params: {
      account,
      inviter: ctx.user.email,
      role: translator(language)(`team:role.${role}` as TKey), // every role has a name
      link: `${publicOrigin(ctx.services.env)}/account/invitations/${id}`,
    },
  });
}

/** Notifies the holder of the account of who joined. */
export async function mailJoined(tx: Tx, ctx: SignedIn, accountId: string): Promise<void> {
  const holder = await findUser(tx, accountId);
  await queueMail(tx, ctx, {
    to: holder.email,
    language: preferredLanguage(holder, ctx),
    subject: 'mail:teamJoined.subject',
    body: 'mail:teamJoined.body',
    params: { member: ctx.user.email, link: `${publicOrigin(ctx.services.env)}/account/team` },
  });
}

/** Notifies a former member. */
export async function mailRemoved(tx: Tx, ctx: SignedIn, person: User): Promise<void> {
  const holder = await findUser(tx, ctx.account.id);
  await queueMail(tx, ctx, {
    to: person.email,
    language: preferredLanguage(person, ctx),
    subject: 'mail:teamRemoved.subject',
    body: 'mail:teamRemoved.body',
    params: { account: accountName(holder) },
  });
}

/**
 * Notifies the holder of the account of API keys that are theirs from now on. If they removed the member themselves, only by email, as for
 * every new token.
 */
export async function noticeOfKeys(tx: Tx, ctx: SignedIn, member: User, names: readonly string[]): Promise<void> {
  const { account, user } = ctx;
  const event = 'account';
  const title = 'team:transferred.title';
  const description = 'team:transferred.text';
  const params = { actor: user.email, member: member.email, names: listParam(names) };
  const link = '/account/api-keys';
  if (user.id === account.id)
    await mailOwner(tx, ctx, user, {
      event,
      subject: title,
      body: 'mail:notice.body',
      text: description,
      params,
      link,
    });
  else await notifyOwner(tx, ctx, { accountId: account.id, event, type: 'warning', title, description, params, link });
}
