import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { mailTo } from '../../../../tests/support/outbox.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { brand } from '../../../config/brand.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { contact } from '../../../lib/contract/support/contact.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';

const letter = { name: 'Shirin', email: 'shirin@atelier.example', subject: 'Three domains', message: 'How do we move them?' };

test('a message is stored and sent to the provider, and the sender gets a confirmation in the language of the page', async () => {
  const p = await startProvider();
  const typed = { ...letter, email: ' Shirin@Atelier.example ', mobile: '۰۹۱۲ ۱۲۳ ۴۵۶۷' };
  const { status, body } = await p.try(contact.send, typed, { locale: 'fa' });
  expect([status, body]).toEqual([200, { sent: true }]);
  expect(await stored(p, 'contactMessage')).toMatchObject([{ ...letter, mobile: '09121234567', language: 'fa', handledAt: null }]);
  const [inbox, receipt, ...more] = await stored(p, 'outbox');
  expect(more).toEqual([]);
  expect(inbox).toMatchObject({ recipient: brand.contact.email, replyTo: letter.email, subject: 'Contact form: Three domains' });
  for (const part of [...Object.values(letter), '09121234567', 'فارسی']) expect(inbox?.body).toContain(part);
  expect(receipt).toMatchObject({ recipient: letter.email, replyTo: brand.contact.email, language: 'fa' });
  expect(receipt?.subject).toBe(translator('fa')('mail:contactReceived.subject'));
  const log = await stored(p, 'changeLog', { group: 'contact' });
  expect(log).toMatchObject([{ action: 'create', entityType: 'contactMessage', entityName: letter.email, ip: '192.0.2.1' }]);
  expect(JSON.stringify(log)).not.toContain(letter.message);
});

test('the email contains the reply address', async () => {
  const p = await startProvider();
  await p.ok(contact.send, letter);
  await p.provider.services.jobs.runDue();
  expect(await mailTo(p.env.DATA_DIR, brand.contact.email)).toMatch(/^Reply-To: shirin@atelier\.example$/m);
  expect(await mailTo(p.env.DATA_DIR, letter.email)).toContain(`Reply-To: ${brand.contact.email}`);
});

test('a stranger’s address can’t be used to send them messages: the confirmation contains nothing from the sender', async () => {
  const p = await startProvider();
  const words = { name: 'Buyers Club', subject: 'Cheap pills', message: 'Visit http://spam.example now' };
  await p.ok(contact.send, { ...letter, ...words });
  const receipt = (await stored(p, 'outbox'))[1];
  for (const word of Object.values(words)) expect(`${receipt?.subject} ${receipt?.body}`).not.toContain(word);
});

test('a message is plain text: it can’t insert placeholders or markup', async () => {
  const p = await startProvider();
  const message = '{{brand}} $t(mail:known.body) {{code}}\nBcc: all@spam.example';
  await p.ok(contact.send, { ...letter, name: 'A\r\nBcc: x@spam.example', subject: 'One\r\nTo: y@spam.example', message });
  const [inbox] = await stored(p, 'outbox');
  expect(inbox?.subject).toBe('Contact form: One To: y@spam.example');
  expect(inbox?.body).toContain(message);
  expect(inbox?.body).toContain('A Bcc: x@spam.example <');
});

test('if the hidden field is filled in, the response is the same and nothing happens', async () => {
  const p = await startProvider();
  const { status, body } = await p.try(contact.send, { ...letter, website: 'https://spam.example' });
  expect([status, body]).toEqual([200, { sent: true }]);
  expect(await stored(p, 'contactMessage')).toEqual([]);
  expect(await stored(p, 'outbox')).toEqual([]);
});

test('a customer’s address gets the same response as an unknown one', async () => {
  const p = await startProvider();
  const known = await p.try(contact.send, { ...letter, email: demo.email });
  const unknown = await p.try(contact.send, letter);
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
});

test('a repeated message counts once; after a day, or with a changed word, it is a new one', async () => {
  const p = await startProvider();
  await Promise.all([p.ok(contact.send, letter), p.ok(contact.send, letter)]);
  expect(await stored(p, 'contactMessage')).toHaveLength(1);
  expect(await stored(p, 'outbox')).toHaveLength(2);
  await p.ok(contact.send, { ...letter, message: 'And the mail?' });
  p.clock.now += 25 * 3_600_000;
  await p.ok(contact.send, letter);
  expect(await stored(p, 'contactMessage')).toHaveLength(3);
});

test('a message is deleted after a year', async () => {
  const p = await startProvider();
  await p.ok(contact.send, letter);
  for (const [days, left] of [
    [364, 1],
    [2, 0],
  ] as const) {
    p.clock.now += days * 86_400_000;
    await runJobs(p, coreJobs.sweep);
    expect(await stored(p, 'contactMessage')).toHaveLength(left);
  }
});

test('a wrong value is refused at its field, in the language of the page', async () => {
  const p = await startProvider();
  const wrong = { name: ' ', email: 'nobody', mobile: '12', subject: '\n', message: '' };
  const { status, body } = await p.try(contact.send, wrong, { locale: 'fa' });
  const t = translator('fa');
  expect(status).toBe(422);
  expect(body.fields).toEqual({
    name: t('contact:error.name'),
    email: t('error:email'),
    mobile: t('contact:error.mobile'),
    subject: t('contact:error.subject'),
    message: t('contact:error.message'),
  });
});

test('five messages an hour per address, ten per network; then 429 until later', async () => {
  const p = await startProvider();
  const send = (index: number, ip: string, email = `a${index}@x.example`) =>
    p.try(contact.send, { ...letter, email, message: `No. ${index}` }, { ip });
  for (let index = 0; index < 5; index++) expect((await send(index, `198.51.100.${index}`, letter.email)).status).toBe(200);
  const full = await send(5, '198.51.100.9', letter.email);
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '3600']);
  // An IPv6 network of one customer counts as one network.
  for (let index = 0; index < 10; index++) expect((await send(index, `2001:db8::${index + 1}`)).status).toBe(200);
  expect((await send(10, '2001:db8::ffff')).status).toBe(429);
  expect((await send(11, '2001:db8:1::1')).status).toBe(200);
  p.clock.now += 3_600_000;
  expect((await send(12, '2001:db8::1')).status).toBe(200);
});

test('four networks of one IPv6 customer use up what all of them together may send', async () => {
  const p = await startProvider();
  const send = (network: number, index: number) =>
    p.try(contact.send, { ...letter, email: `b${network}-${index}@x.example` }, { ip: `2001:db8:7:${network}::${index + 1}` });
  for (let network = 0; network < 4; network++)
    for (let index = 0; index < 10; index++) expect((await send(network, index)).status).toBe(200);
  expect((await send(9, 0)).status).toBe(429);
  expect((await p.try(contact.send, { ...letter, email: 'c@x.example' }, { ip: '2001:db8:8::1' })).status).toBe(200);
});
