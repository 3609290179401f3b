import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { brand } from '../../../config/brand.ts';
import { type Env, mailDomain, publicOrigin, type Secrets } from '../../../config/env.ts';
import { isLocale } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import type { OutboxTable } from '../../db/tables/core/work.ts';
import type { dkimOptions } from './dkim.ts';
import { renderHtml } from './html.ts';
import { makeGateway } from './sms.ts';
import { unsubscribeToken } from './unsubscribeToken.ts';

export type OutboxMessage = Pick<
  OutboxTable,
  'id' | 'channel' | 'recipient' | 'replyTo' | 'subject' | 'body' | 'language' | 'accountId' | 'event'
>;

export interface Mailer {
  /** Sends one email or SMS. Resolves when the receiving side has accepted it; throws to be retried. */
  send(letter: OutboxMessage): Promise<void>;
  /** Whether messages of a channel are stored in files here instead of being sent. */
  storesLocally(channel: OutboxMessage['channel']): boolean;
}

/** Whether SMS can be sent. Without a gateway they are written to files, which is only allowed if emails are too. */
export const canText = (env: Pick<Env, 'SMTP_URL' | 'SMS_GATEWAY_URL'>): boolean =>
  env.SMTP_URL === undefined || env.SMS_GATEWAY_URL !== undefined;

/** The message for nodemailer: text and HTML, the sender's identity, and unsubscribe headers if possible. One click needs HTTPS (RFC 8058). */
export function composeMail(env: Env, secrets: Secrets, letter: OutboxMessage) {
  const language = isLocale(letter.language) ? letter.language : 'en';
  const t = translator(language);
  const origin = publicOrigin(env);
  const token = letter.accountId && letter.event && unsubscribeToken(secrets, letter.accountId, letter.event);
  const stop = token ? `${origin}/public/unsubscribe?token=${token}` : null;
  const manage = letter.event ? `${origin}/account/notifications` : null;
  const footer = [
    ...(manage ? [{ text: t('mail:footer.manage'), href: manage }] : []),
    ...(stop ? [{ text: t('mail:footer.stop'), href: stop }] : []),
    { text: brand.name[language], href: origin },
    { text: brand.contact.email, href: `mailto:${brand.contact.email}` },
  ];
  const footerText = footer.map(({ text, href }) => (href === `mailto:${text}` ? text : `${text}\n${href}`)).join('\n\n');
  return {
    from: env.MAIL_FROM,
    to: letter.recipient,
    ...(letter.replyTo && { replyTo: letter.replyTo }),
    subject: letter.subject,
    text: `${letter.body}\n\n--\n${footerText}\n`,
    html: renderHtml({ language, subject: letter.subject, text: letter.body, footer }),
    headers: {
      'Content-Language': language,
      'Auto-Submitted': 'auto-generated',
      ...(stop && { 'List-Unsubscribe': `<${stop}>` }),
      ...(stop?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    // An email sent twice after a crash keeps its ID, so that mail servers can drop the second one.
    messageId: `<${letter.id}@${mailDomain(env) || 'nasim.example'}>`,
  };
}

/**
 * Email by SMTP if `SMTP_URL` is set, SMS by a gateway if `SMS_GATEWAY_URL` is; otherwise files in `DATA_DIR/outbox`: `.eml`
 * for email, `.txt` for SMS.
 * @param dkim signs what is sent by SMTP; null: it isn't signed
 */
export function makeMailer(env: Env, secrets: Secrets, dkim: Awaited<ReturnType<typeof dkimOptions>>): Mailer {
  const gateway = makeGateway(env);
  const smtp = env.SMTP_URL ? nodemailer.createTransport(env.SMTP_URL) : null;
  const folder = join(env.DATA_DIR, 'outbox');
  const file = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  async function save(name: string, content: string | Buffer): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, name), content, { mode: 0o600 });
  }
  return {
    storesLocally: (channel) => (channel === 'sms' ? gateway === null : smtp === null),
    async send(letter) {
      if (letter.channel === 'sms') {
        if (gateway) return gateway(letter);
        // With real email delivery, an SMS in a file must not count as delivered.
        if (smtp) throw new Error('no SMS gateway is configured');
        return save(`${letter.id}.txt`, `${letter.recipient}\n\n${letter.body}\n`);
      }
      const mail = composeMail(env, secrets, letter);
      if (smtp) await smtp.sendMail({ ...mail, ...(dkim && { dkim }) });
      else await save(`${letter.id}.eml`, (await file.sendMail(mail)).message as Buffer); // `buffer: true`
    },
  };
}
