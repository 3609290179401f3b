import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { jobContext } from '../../../../tests/support/notices.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { startReceiver } from '../../../../tests/support/receiver.ts';
import { readMail, startSmtp } from '../../../../tests/support/smtp.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { brand } from '../../../config/brand.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { preference } from '../../../lib/contract/account/preference.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { amountParam } from '../../core/localizedParams.ts';
import type { Notice } from '../../core/notification/notify.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { queueMail, queueSms } from '../../core/outbox.ts';
import { renderHtml } from './html.ts';

const low = {
  event: 'lowBalance',
  type: 'warning',
  title: 'budget:notice.thresholdTitle',
  description: 'budget:notice.thresholdText',
  params: { percent: 80, spent: amountParam(80_000), budget: amountParam(100_000) },
  link: '/finance/budget',
} as const satisfies Omit<Notice, 'accountId'>;

test.each(locales)(
  'a notification in %s is sent by SMTP as text and HTML, with one-click unsubscribing and no external resources',
  async (locale) => {
    const smtp = await startSmtp();
    const p = await startProvider({ env: { SMTP_URL: smtp.url, ORIGIN: 'https://panel.example.com' } });
    const token = await p.signIn();
    await p.ok(preference.update, { language: locale }, { token });
    const accountId = await readAccountId(p);
    await p.store.write('test', (tx) => notifyOwner(tx, jobContext(p), { accountId, ...low }, { body: 'mail:balance.body' }));
    await runJobs(p);
    const mail = readMail(smtp.messages.at(-1) ?? '');
    const isRtl = locale === 'fa' || locale === 'ar';
    expect(mail.headers['content-type']).toContain('multipart/alternative');
    expect(mail.headers['content-language']).toBe(locale);
    expect(mail.headers['list-unsubscribe']).toMatch(/^<https:\/\/panel\.example\.com\/public\/unsubscribe\?token=[\w.-]+>$/);
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(mail.html).toContain(`<html lang="${locale}" dir="${isRtl ? 'rtl' : 'ltr'}">`);
    expect(mail.html).toContain(`text-align:${isRtl ? 'right' : 'left'}`);
    expect(mail.html).not.toMatch(/<img|url\(|<link|<script|<style|src=/i);
    expect(mail.html).toContain('href="https://panel.example.com/finance/budget"');
    expect(mail.text).toContain('https://panel.example.com/finance/budget');
    expect(mail.text).toContain('https://panel.example.com/account/notifications');
    // The sender, as in the footer of the site.
    for (const part of [mail.text, mail.html])
      for (const identity of [brand.name[locale], 'https://panel.example.com', brand.contact.email]) expect(part).toContain(identity);
    expect(`${mail.text}${mail.html}`).not.toMatch(/\{\{|mail:|budget:/);

    const unsubscribe = new URL(mail.headers['list-unsubscribe']?.slice(1, -1) ?? '').searchParams.get('token') ?? '';
    await p.ok(notificationSetting.unsubscribe, { token: unsubscribe });
    expect((await p.ok(notificationSetting.get, {}, { token })).setting.events.lowBalance.email).toBe(false);
    const count = smtp.messages.length;
    await p.store.write('test', (tx) => notifyOwner(tx, jobContext(p), { accountId, ...low }));
    await runJobs(p);
    expect(smtp.messages).toHaveLength(count);
  },
);

/** The text message with a code. */
const code = { to: '+491700000000', language: 'en', body: 'mail:sms.signIn', params: { code: '604182' } } as const;
const queueCode = (p: TestProvider) => p.store.write('test', (tx) => queueSms(tx, jobContext(p), code));

test('an email with a code has both parts and can’t be unsubscribed from', async () => {
  const smtp = await startSmtp();
  const p = await startProvider({ env: { SMTP_URL: smtp.url } });
  const texts = { subject: 'mail:reset.subject', body: 'mail:reset.body', params: { code: '604 182' } } as const;
  await p.store.write('test', (tx) => queueMail(tx, jobContext(p), { to: 'sara@mail.example', language: 'es', ...texts }));
  await p.provider.services.jobs.runDue();
  const mail = readMail(smtp.messages.at(-1) ?? '');
  expect(mail.text).toContain('604 182');
  expect(mail.html).toContain('604 182');
  expect(mail.headers).not.toHaveProperty('list-unsubscribe');
  const rows = await stored(p, 'outbox');
  expect(rows, 'the code isn’t kept after it was sent').toMatchObject([{ sentAt: p.clock.now, subject: '', body: '' }]);
});

test('a code whose sending was given up isn’t kept either', async () => {
  const gateway = await startReceiver();
  const p = await startProvider({ env: { SMTP_URL: 'smtp://127.0.0.1:1', SMS_GATEWAY_URL: gateway.url } });
  gateway.answer = (response) => void response.writeHead(503).end();
  await queueCode(p);
  for (let attempt = 1; attempt <= 12; attempt++) {
    expect((await storedOne(p, 'outbox')).body).toContain('604182');
    await p.provider.services.jobs.runDue();
    p.clock.now += 3_700_000;
  }
  expect(await storedOne(p, 'outbox')).toMatchObject({ sentAt: null, attempts: 12, body: '' });
});

test('emails about access link to where it is ended', async () => {
  const p = await startProvider({ env: { ORIGIN: 'https://panel.example.com' } });
  const token = await p.signIn();
  await p.ok(auth.register, { email: demo.email, password: 'a-long-password', accountType: 'personal', acceptTerms: true });
  await p.ok(apiKey.add, { name: 'deploy', access: { dns: 'write' } }, { token });
  await p.ok(twoFactor.sendCode, { method: 'email' }, { token });
  const bodies = (await stored(p, 'outbox')).map(({ body }) => body);
  const links = ['/public/login', '/account/api-keys', '/public/forgot-password'];
  expect(links.filter((path) => !bodies.some((body) => body.includes(`\nhttps://panel.example.com${path}`)))).toEqual([]);
});

test('user input is text in the HTML, not markup', () => {
  const html = renderHtml({
    language: 'en',
    subject: '<b>"x"</b>',
    text: 'Hello <script>alert(1)</script> & https://a.example/?a=1&b="2',
    footer: [],
  });
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<b>');
  expect(html).toContain('&lt;script&gt;');
  expect(html.match(/href="([^"]*)"/)?.[1]).toBe('https://a.example/?a=1&amp;b=&quot;2');
});

test('text messages are sent to the gateway with its token; a refused one is retried', async () => {
  const gateway = await startReceiver();
  const smtp = await startSmtp();
  const p = await startProvider({ env: { SMTP_URL: smtp.url, SMS_GATEWAY_URL: gateway.url, SMS_GATEWAY_TOKEN: 'secret-of-the-gateway' } });
  gateway.answer = (response) => void response.writeHead(503).end();
  await queueCode(p);
  await p.provider.services.jobs.runDue();
  gateway.answer = (response) => void response.writeHead(202).end();
  p.clock.now += 60_000;
  await p.provider.services.jobs.runDue();
  const [first, second] = gateway.batches.map(({ body }) => JSON.parse(body) as Record<string, string>);
  expect(first).toMatchObject({ to: '+491700000000', language: 'en', text: expect.stringContaining('604182') });
  expect(second).toEqual(first);
  expect(gateway.batches[0]?.headers.authorization).toBe('Bearer secret-of-the-gateway');
  p.clock.now += 3_600_000;
  await p.provider.services.jobs.runDue();
  expect(gateway.batches).toHaveLength(2);
  expect((await storedOne(p, 'outbox')).body).toBe('');
});
