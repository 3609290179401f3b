import { publicOrigin } from '../../../config/env.ts';
import { inRegion } from '../../../lib/format/region.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { isLocale, type Locale } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import type { NotificationEvent } from '../../../lib/rules/core/notificationEvents.ts';
import type { Tx, User } from '../../db/schema.ts';
import { canText } from '../../drivers/mail/mail.ts';
import { paramsIn } from '../localizedParams.ts';
import { queueMail, queueSms } from '../outbox.ts';
import { userRegion } from '../region.ts';
import type { Work } from '../services.ts';

export interface Letter {
  event: NotificationEvent;
  subject: TKey;
  body: TKey;
  /** What the notification says; `{{text}}` in the body. */
  text: TKey;
  params: TParams;
  /** A panel path; `{{link}}` in the body is its absolute URL. */
  link: string;
}

export const preferredLanguage = ({ language }: Pick<User, 'language'>): Locale => (isLocale(language) ? language : 'en');

/** One text of a letter in the owner's language and region. */
export const mailText = (owner: User, key: TKey, params: TParams): string => {
  const language = preferredLanguage(owner);
  return inRegion(userRegion(owner), () => translator(language)(key, paramsIn(params, language)));
};

/** Emails the owner of an account in their language, in the transaction of the event. */
export const mailOwner = (
  tx: Tx,
  ctx: Work<'env' | 'jobs'>,
  owner: User,
  { event, subject, body, text, params, link }: Letter,
): Promise<void> =>
  queueMail(tx, ctx, {
    to: owner.email,
    language: preferredLanguage(owner),
    subject,
    body,
    params: { ...params, text: mailText(owner, text, params), link: publicOrigin(ctx.services.env) + link },
    notice: { accountId: owner.id, event },
  });

/** The same as an SMS to the verified number of the profile; nothing if there is none. */
export async function textOwner(tx: Tx, ctx: Work<'env' | 'jobs'>, owner: User, { subject, text, params }: Letter): Promise<void> {
  if (owner.mobile === null || owner.mobileVerifiedAt === null || !canText(ctx.services.env)) return;
  await queueSms(tx, ctx, {
    to: owner.mobile,
    language: preferredLanguage(owner),
    body: 'mail:sms.notice',
    params: { title: mailText(owner, subject, params), text: mailText(owner, text, params) },
  });
}
