import { brand } from '../lib/brand.ts';
import type { TKey, TParams } from '../lib/i18n/keys.ts';
import type { Locale } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';
import type { Db, Tx } from './db/schema.ts';
import type { OutboxTable } from './db/tables/work.ts';
import type { Jobs } from './jobs/jobs.ts';
import { saidIn } from './said.ts';

export interface Mail {
  to: string;
  /** Where an answer goes; else to the sender of all mails. */
  replyTo?: string;
  language: Locale;
  subject: TKey;
  body: TKey;
  params?: TParams;
}

/** Puts a mail into the outbox, in the transaction of what it tells about; a job sends it after the commit. */
export const queueMail = (tx: Tx, ctx: Queueing, { subject, ...mail }: Mail): Promise<void> => queue(tx, ctx, 'mail', mail, subject);

/** A text message, on the same way. `to` is a phone number; a message has no subject. */
export const queueSms = (tx: Tx, ctx: Queueing, sms: Omit<Mail, 'subject'>): Promise<void> => queue(tx, ctx, 'sms', sms, null);

interface Queueing {
  services: { jobs: Pick<Jobs, 'ask'> };
  now: number;
  newId(): string;
}

async function queue(
  tx: Tx,
  ctx: Queueing,
  channel: OutboxTable['channel'],
  letter: Omit<Mail, 'subject'>,
  subject: TKey | null,
): Promise<void> {
  const { language } = letter;
  const t = translator(language);
  const params = { brand: brand.name[language], ...saidIn(letter.params ?? {}, language) };
  await tx
    .insertInto('outbox')
    .values({
      id: ctx.newId(),
      channel,
      recipient: letter.to,
      replyTo: letter.replyTo ?? null,
      subject: subject === null ? '' : t(subject, params),
      body: t(letter.body, params),
      html: null,
      language,
      attempts: 0,
      createdAt: ctx.now,
      sentAt: null,
      lastError: null,
    })
    .execute();
  await ctx.services.jobs.ask(tx, 'outbox.deliver');
}

export interface Letter {
  id: string;
  channel: 'mail' | 'sms';
  to: string;
  /** Empty for a text message. */
  subject: string;
  text: string;
  language: string;
  /** Epoch milliseconds. */
  time: number;
}

/** The last hundred mails and text messages, newest first. */
export const newestLetters = (db: Db): Promise<Letter[]> =>
  db
    .selectFrom('outbox')
    .select(['id', 'channel', 'recipient as to', 'subject', 'body as text', 'language', 'createdAt as time'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
