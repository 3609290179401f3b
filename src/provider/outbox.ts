import { brand } from '../lib/brand.ts';
import type { TKey, TParams } from '../lib/i18n/keys.ts';
import type { Locale } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';
import type { Db, Tx } from './db/schema.ts';
import type { Services } from './services.ts';

export interface Mail {
  to: string;
  language: Locale;
  subject: TKey;
  body: TKey;
  params?: TParams;
}

/** Puts a mail into the outbox, in the transaction of what it tells about; a job sends it after the commit. */
export async function queueMail(tx: Tx, ctx: { services: Services; now: number; newId(): string }, mail: Mail): Promise<void> {
  const t = translator(mail.language);
  const params = { brand: brand.name[mail.language], ...mail.params };
  await tx
    .insertInto('outbox')
    .values({
      id: ctx.newId(),
      channel: 'mail',
      recipient: mail.to,
      subject: t(mail.subject, params),
      body: t(mail.body, params),
      html: null,
      language: mail.language,
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
  to: string;
  subject: string;
  text: string;
  language: string;
  /** Epoch milliseconds. */
  time: number;
}

/** The last hundred mails, newest first. */
export const newestLetters = (db: Db): Promise<Letter[]> =>
  db
    .selectFrom('outbox')
    .select(['id', 'recipient as to', 'subject', 'body as text', 'language', 'createdAt as time'])
    .where('channel', '=', 'mail')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
