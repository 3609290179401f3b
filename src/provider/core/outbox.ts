import { brand } from '../../config/brand.ts';
import { withoutMarks, withoutMarksAtCodes } from '../../lib/format/isolate.ts';
import { automaticRegion, inRegion } from '../../lib/format/region.ts';
import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { OutboxTable } from '../db/tables/core/work.ts';
import type { Subscription } from '../drivers/mail/unsubscribeToken.ts';
import { coreJobs } from '../jobs/coreJobs.ts';
import { paramsIn } from './localizedParams.ts';
import { userRegion } from './region.ts';
import type { Work } from './services.ts';

export interface Mail {
  to: string;
  /** Reply-to address; default: the sender of all emails. */
  replyTo?: string;
  language: Locale;
  subject: TKey;
  body: TKey;
  params?: TParams;
  /** The notification of this email, for its unsubscribe link. */
  notice?: { accountId: string; event: Subscription };
}

/** Puts an email into the outbox, in the transaction of the event; a job sends it after the commit. */
export const queueMail = (tx: Tx, ctx: Work<'jobs'>, { subject, ...mail }: Mail): Promise<void> => queue(tx, ctx, 'mail', mail, subject);

/** Puts an SMS into the outbox. `to` is a phone number; an SMS has no subject. */
export const queueSms = (tx: Tx, ctx: Work<'jobs'>, sms: Omit<Mail, 'subject'>): Promise<void> => queue(tx, ctx, 'sms', sms, null);

async function queue(
  tx: Tx,
  ctx: Work<'jobs'>,
  channel: OutboxTable['channel'],
  letter: Omit<Mail, 'subject'>,
  subject: TKey | null,
): Promise<void> {
  const { language } = letter;
  const reader = await tx.selectFrom('user').select(['timeZone', 'calendar', 'digits']).where('email', '=', letter.to).executeTakeFirst();
  const text = inRegion(reader ? userRegion(reader) : automaticRegion, () => {
    const t = translator(language);
    const params = { brand: brand.name[language], ...paramsIn(letter.params ?? {}, language) };
    // Phones read codes from an SMS.
    const clean = channel === 'sms' ? withoutMarks : withoutMarksAtCodes;
    return { subject: subject === null ? '' : clean(t(subject, params)), body: clean(t(letter.body, params)) };
  });
  await tx
    .insertInto('outbox')
    .values({
      id: ctx.newId(),
      channel,
      recipient: letter.to,
      replyTo: letter.replyTo ?? null,
      accountId: letter.notice?.accountId ?? null,
      event: letter.notice?.event ?? null,
      ...text,
      html: null,
      language,
      attempts: 0,
      createdAt: ctx.now,
      sentAt: null,
      lastError: null,
    })
    .execute();
  await ctx.services.jobs.enqueue(tx, coreJobs.deliverOutbox, {});
}

export interface OutboxMessage {
  id: string;
  channel: 'mail' | 'sms';
  to: string;
  /** Empty for an SMS. */
  subject: string;
  text: string;
  language: string;
  /** Epoch milliseconds. */
  time: number;
}

/** The last hundred emails and SMS, newest first. */
export const newestMessages = (db: Db): Promise<OutboxMessage[]> =>
  db
    .selectFrom('outbox')
    .select(['id', 'channel', 'recipient as to', 'subject', 'body as text', 'language', 'createdAt as time'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
