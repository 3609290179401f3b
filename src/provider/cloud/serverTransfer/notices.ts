import { publicOrigin } from '../../../config/env.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { preferredLanguage } from '../../core/notification/mail.ts';
import { notify } from '../../core/notification/notify.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { queueMail } from '../../core/outbox.ts';
import type { Work } from '../../core/services.ts';
import type { Tx } from '../../db/schema.ts';
import { markStale } from '../../live/stale.ts';
import type { TransferRow } from './rows.ts';

const about = { event: 'serverState', type: 'message' } as const;
const findHolderByEmail = (tx: Tx, email: string) =>
  tx.selectFrom('user').selectAll().where('email', '=', email).where('closeStartedAt', 'is', null).executeTakeFirst();

/** Emails the offer to an address that may have no account yet, and shows it in the panel of one that has. */
export async function notifyOffered(tx: Tx, ctx: Work & { locale: Locale }, row: TransferRow, name: string): Promise<void> {
  const link = `/servers/transfers/${row.id}`;
  const params = { name, email: row.sentBy };
  const holder = await findHolderByEmail(tx, row.email);
  await queueMail(tx, ctx, {
    to: row.email,
    language: holder ? preferredLanguage(holder) : ctx.locale,
    subject: 'mail:serverTransfer.subject',
    body: 'mail:serverTransfer.body',
    params: { ...params, link: publicOrigin(ctx.services.env) + link },
  });
  if (!holder) return;
  markStale(tx, holder.id, 'serverTransfer', ctx.now);
  const title = 'serverTransfer:notice.offeredTitle';
  const description = 'serverTransfer:notice.offeredText';
  await notify(tx, ctx, { accountId: holder.id, ...about, title, description, params, link, within: { email: false } });
}

/** Notifies the receiving account, if there is one, that the offer no longer stands. */
export async function notifyWithdrawn(tx: Tx, ctx: Work, row: TransferRow, name: string): Promise<void> {
  const holder = await findHolderByEmail(tx, row.email);
  if (!holder) return;
  markStale(tx, holder.id, 'serverTransfer', ctx.now);
  const texts = { title: 'serverTransfer:notice.withdrawnTitle', description: 'serverTransfer:notice.withdrawnText' } as const;
  await notify(tx, ctx, { accountId: holder.id, ...about, ...texts, params: { name, email: row.sentBy }, within: { email: false } });
}

/** Notifies the former or present owner of how the offer ended. */
export async function notifyTransferOwner(
  tx: Tx,
  ctx: Work,
  row: TransferRow,
  name: string,
  outcome: 'accepted' | 'declined' | 'expired',
): Promise<void> {
  await notifyOwner(tx, ctx, {
    accountId: row.accountId,
    ...about,
    title: `serverTransfer:notice.${outcome}Title`,
    description: `serverTransfer:notice.${outcome}Text`,
    params: { name, email: row.email },
    link: outcome === 'accepted' ? '/servers' : `/servers/${row.serverId}/settings`,
  });
}
