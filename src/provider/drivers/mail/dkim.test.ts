import { expect, onTestFinished, test } from 'vitest';
import { type Signed, verifyDkim } from '../../../../tests/support/dkim.ts';
import { addresses, startDns, type TestDns, type TestRecord } from '../../../../tests/support/dns.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { jobContext } from '../../../../tests/support/notices.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { type SmtpServer, startSmtp } from '../../../../tests/support/smtp.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { preference } from '../../../lib/contract/account/preference.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { HOUR } from '../../../lib/time.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import { checkDkim, type DkimRecord } from './dkim.ts';

const DOMAIN = 'mail.example';

interface Setup {
  p: TestProvider;
  smtp: SmtpServer;
  dns: TestDns;
  record: DkimRecord;
  /** Publishes records at the sender's domain. */
  publish(...lines: TestRecord[]): void;
}

/** A provider that sends by SMTP, and the DNS in which its record is published. */
async function setup(env: Record<string, string> = {}): Promise<Setup> {
  const [smtp, dns] = [await startSmtp(), await startDns()];
  onTestFinished(() => dns[Symbol.asyncDispose]());
  const from = `Nasim <no-reply@Mail.Example>`;
  const p = await startProvider({
    env: { SMTP_URL: smtp.url, ORIGIN: 'https://panel.example.com', MAIL_FROM: from, RESOLVERS: dns.env.RESOLVERS, ...env },
  });
  dns.delegate(DOMAIN, { 'ns1.mail.example': addresses.old });
  const publish = (...lines: TestRecord[]) => dns.zone(addresses.old, DOMAIN, lines);
  publish();
  const { env: parsed, secrets, resolver } = p.provider.services;
  const { record } = await checkDkim({
    store: p.store,
    secrets,
    env: parsed,
    resolver,
    now: p.clock.now,
    signal: AbortSignal.timeout(9_000),
  });
  return { p, smtp, dns, record, publish };
}
const keyIn = ({ value }: DkimRecord): string => /p=(.*)$/.exec(value)?.[1] ?? '';
/** As name servers hold it: in strings of at most 255 bytes. */
const published = ({ name, value }: DkimRecord): TestRecord => [name, 'TXT', value.match(/.{1,255}/g)];
/** The hourly job. */
const look = async ({ p }: Setup) => {
  p.clock.now += HOUR;
  await runJobs(p, coreJobs.watchDkim);
};
/** Sends a notification with an unsubscribe link, and verifies its signature. */
async function send({ p, smtp, record }: Setup): Promise<Signed | null> {
  const accountId = await readAccountId(p);
  await p.store.write('test', (tx) =>
    notifyOwner(tx, jobContext(p), {
      accountId,
      event: 'invoice',
      type: 'message',
      title: 'budget:notice.thresholdTitle',
      description: 'budget:notice.thresholdText',
      // A line that is longer than those of a message may be (RFC 5322, section 2.1.1), with spaces in a row and at the end.
      params: { percent: 80, spent: `${'long  '.repeat(300)} `, budget: '۱۰۰' },
      link: '/finance/budget',
    }),
  );
  await runJobs(p);
  return verifyDkim(smtp.messages.at(-1) ?? '', keyIn(record));
}

test('emails are signed from when the record is found until it is gone; without an answer nothing changes', async () => {
  const at = await setup();
  expect(at.record.name).toMatch(/^portal\d{8}\._domainkey\.mail\.example$/);
  await look(at);
  expect(await send(at)).toBeNull();

  // Another installation's key under the same name isn't ours.
  at.publish([at.record.name, 'TXT', at.record.value.replace('p=MIIB', 'p=MIIC').match(/.{1,255}/g)]);
  await look(at);
  expect(await send(at)).toBeNull();

  at.publish(published(at.record));
  await look(at);
  expect(await send(at)).toMatchObject({ domain: DOMAIN, bodyMatches: true, signatureMatches: true });

  at.dns.mood(addresses.resolver, 'servfail');
  at.p.clock.now += 24 * HOUR;
  await look(at);
  expect(await send(at)).toMatchObject({ signatureMatches: true });

  at.dns.mood(addresses.resolver, 'ok');
  at.publish();
  at.p.clock.now += 24 * HOUR;
  await look(at);
  expect(await send(at)).toBeNull();
});

test('a signature is valid in every language and covers the unsubscribe headers', async () => {
  const at = await setup({ MAIL_DKIM: 'on' });
  const token = await at.p.signIn();
  for (const language of locales) {
    await at.p.ok(preference.update, { language }, { token });
    const signed = await send(at);
    expect(signed, language).toMatchObject({ domain: DOMAIN, bodyMatches: true, signatureMatches: true });
    // RFC 8058, section 4.
    for (const name of ['from', 'subject', 'date', 'list-unsubscribe', 'list-unsubscribe-post']) expect(signed?.headers).toContain(name);
    const message = at.smtp.messages.at(-1) ?? '';
    const changed = (from: string | RegExp, to: string) => verifyDkim(message.replace(from, to), keyIn(at.record));
    expect(changed(/^Subject: /m, 'Subject: x')).toMatchObject({ bodyMatches: true, signatureMatches: false });
    expect(changed(/^List-Unsubscribe-Post: .*$/m, 'List-Unsubscribe-Post: x')).toMatchObject({ signatureMatches: false });
    expect(changed('</html>', '</html >')).toMatchObject({ bodyMatches: false });
  }
});

test('off never signs, and the private key is sealed in the store', async () => {
  const at = await setup({ MAIL_DKIM: 'off' });
  at.publish(published(at.record));
  await look(at);
  expect(await send(at)).toBeNull();
  const [row] = await stored(at.p, 'meta', { key: 'mailDkim' });
  expect(row?.value).toContain(keyIn(at.record));
  expect(row?.value).not.toMatch(/PRIVATE KEY/);
});
