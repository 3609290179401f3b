import { brand } from '../../../config/brand.ts';
import { contact } from '../../../lib/contract/support/contact.ts';
import { localeFacts } from '../../../lib/i18n/locales.ts';
import { HOUR } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { networkAttempts } from '../../core/limits.ts';
import { queueMail } from '../../core/outbox.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';

/** People rarely send more, but scripts would, and each message sends two emails. */
const perIp: Limit = { name: 'contact-ip', max: 10, windowMs: HOUR };
const perEmail: Limit = { name: 'contact-email', max: 5, windowMs: HOUR };
/** A repeated message within this time is ignored: a second click, or a retry after a lost response. */
const SAME_MS = 24 * HOUR;

export const contactHandlers = implement(contact, {
  /** Returns the same response for every valid message, so that it reveals neither customers nor discarded messages. */
  async send(ctx, { name, email, mobile = '', subject, message, website = '' }) {
    await consumeAttempt(ctx, [...networkAttempts(perIp, ctx.ip), { limit: perEmail, key: email }]);
    if (website !== '') {
      ctx.changedNothing();
      return { sent: true };
    }
    return ctx.write(async ({ tx, log }) => {
      const same = await tx
        .selectFrom('contactMessage')
        .select('id')
        .where('email', '=', email)
        .where('subject', '=', subject)
        .where('message', '=', message)
        .where('createdAt', '>', ctx.now - SAME_MS)
        .executeTakeFirst();
      if (same) {
        ctx.changedNothing();
        return { sent: true as const };
      }

      const id = ctx.newId();
      const row = { id, name, email, mobile: mobile || null, subject, message, language: ctx.locale, createdAt: ctx.now, handledAt: null };
      await tx.insertInto('contactMessage').values(row).execute();
      const language = localeFacts[ctx.locale].name;
      await queueMail(tx, ctx, {
        to: brand.contact.email,
        replyTo: email,
        language: 'en',
        subject: 'mail:contact.subject',
        body: 'mail:contact.body',
        params: { name, email, mobile: mobile || '–', subject, message, language, id },
      });
      // Without the sender's text: nobody may use a stranger's address to send them messages through us.
      await queueMail(tx, ctx, {
        to: email,
        replyTo: brand.contact.email,
        language: ctx.locale,
        subject: 'mail:contactReceived.subject',
        body: 'mail:contactReceived.body',
      });
      await log({ action: 'create', entity: { type: 'contactMessage', id, name: email }, after: { subject, language: ctx.locale } });
      return { sent: true as const };
    }, `email:${email}`);
  },
});
