import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Env } from '../../../lib/env.ts';
import type { OutboxTable } from '../../db/tables/work.ts';

export type Letter = Pick<OutboxTable, 'id' | 'channel' | 'recipient' | 'replyTo' | 'subject' | 'body' | 'html' | 'language'>;

export interface Mailer {
  /** Hands one letter over. Resolves when the other side has taken it; throws to be tried again. */
  send(letter: Letter): Promise<void>;
}

/** Without a gateway a text message reaches a file, which is enough where mails do the same, and nowhere else. */
export const canText = (env: Pick<Env, 'SMTP_URL'>): boolean => env.SMTP_URL === undefined;

/** SMTP when `SMTP_URL` is set, else files under `DATA_DIR/outbox`: `.eml` for mail, `.txt` for SMS. */
export function makeMailer(env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>): Mailer {
  const compose = (letter: Letter) => ({
    from: env.MAIL_FROM,
    to: letter.recipient,
    ...(letter.replyTo && { replyTo: letter.replyTo }),
    subject: letter.subject,
    text: letter.body,
    ...(letter.html && { html: letter.html }),
    headers: { 'Content-Language': letter.language },
    // The same letter sent twice after a crash keeps its id, so that mail servers may drop the second.
    messageId: `<${letter.id}@${env.MAIL_FROM.split('@')[1]?.replace(/[>\s]/g, '') ?? 'nasim.example'}>`,
  });

  if (env.SMTP_URL) {
    const transport = nodemailer.createTransport(env.SMTP_URL);
    return {
      async send(letter) {
        // There is no SMS gateway yet: an SMS must not pass for delivered.
        if (letter.channel === 'sms' && !canText(env)) throw new Error('no SMS gateway is configured');
        await transport.sendMail(compose(letter));
      },
    };
  }

  const folder = join(env.DATA_DIR, 'outbox');
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(letter) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const content =
        letter.channel === 'mail'
          ? ((await transport.sendMail(compose(letter))).message as Buffer)
          : `${letter.recipient}\n\n${letter.body}\n`;
      await writeFile(join(folder, `${letter.id}.${letter.channel === 'mail' ? 'eml' : 'txt'}`), content, { mode: 0o600 });
    },
  };
}
