import { dkimOptions } from '../drivers/mail/dkim.ts';
import { makeMailer } from '../drivers/mail/mail.ts';
import type { JobHandler } from './jobs.ts';

const BATCH = 50;
/** A message that failed so often isn't tried again. */
export const MAX_ATTEMPTS = 12;
/** A code is in the text of an SMS, and in the subject and the text of an email. */
const emptied = { subject: '', body: '', html: null };

/**
 * Sends the messages of the outbox, oldest first. An email is marked as sent after the mail server accepted it: a crash in between
 * sends it twice rather than not at all.
 */
export const deliverOutbox: JobHandler = async ({ now, services: { store, env, secrets, log, metrics } }) => {
  const letters = await store.reader
    .selectFrom('outbox')
    .selectAll()
    .where('sentAt', 'is', null)
    .where('attempts', '<', MAX_ATTEMPTS)
    .orderBy('createdAt')
    .limit(BATCH)
    .execute();
  if (letters.length === 0) return;
  const mailer = makeMailer(env, secrets, await dkimOptions(env, { store, secrets, now }));
  const failures: unknown[] = [];
  for (const letter of letters) {
    try {
      await mailer.send(letter);
      await store.write('outbox', (tx) =>
        tx
          .updateTable('outbox')
          .set({
            sentAt: now,
            attempts: letter.attempts + 1,
            lastError: null,
            // They may contain a code, and nothing reads them again: only the mailbox of an installation that keeps its messages in files does.
            ...(!mailer.storesLocally(letter.channel) && emptied),
          })
          .where('id', '=', letter.id)
          .execute(),
      );
      metrics.messages.inc({ channel: letter.channel, result: 'sent' });
    } catch (error) {
      failures.push(error);
      metrics.messages.inc({ channel: letter.channel, result: 'failed' });
      const lastError = error instanceof Error ? error.message.slice(0, 500) : String(error);
      await store.write('outbox', (tx) =>
        tx
          .updateTable('outbox')
          // Abandoned: nobody will get the code, so it isn't stored either.
          .set({ attempts: letter.attempts + 1, lastError, ...(letter.attempts + 1 >= MAX_ATTEMPTS && emptied) })
          .where('id', '=', letter.id)
          .execute(),
      );
    }
  }
  log.debug({ sent: letters.length - failures.length, failed: failures.length }, 'outbox');
  // The queue retries the rest with a backoff.
  if (failures.length > 0) throw failures[0];
};
