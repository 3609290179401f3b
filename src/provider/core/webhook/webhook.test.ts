import { expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { notifyAccount } from '../../../../tests/support/notices.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { isSigned, startReceiver } from '../../../../tests/support/receiver.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { webhook } from '../../../lib/contract/core/webhook.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { maxWebhooks } from '../../../lib/rules/core/webhook.ts';
import { HOUR } from '../../../lib/time.ts';

async function started() {
  const p = await startProvider({ env: { CHECK_ALLOW: '127.0.0.0/8' } });
  const receiver = await startReceiver();
  let token = await p.signIn();
  const { webhook: hook, secret } = await p.ok(webhook.create, { url: receiver.url }, { token });
  const accountId = await readAccountId(p);
  const notify = (link?: string) => notifyAccount(p, accountId, link ? { link } : {});
  const run = () => p.provider.services.jobs.runDue();
  const get = async () => {
    token = await p.signIn();
    return (await p.ok(webhook.list, {}, { token })).webhooks.find(({ id }) => id === hook.id);
  };
  return { p, receiver, hook, secret, notify, run, get, token: () => token };
}

test('a notification is sent once, signed and in order', async () => {
  const { p, receiver, secret, notify, run, get } = await started();
  await notify('/a');
  await notify('/b');
  await run();
  await run();
  expect(receiver.batches.map(({ entries }) => entries[0]?.link)).toEqual(['/a', '/b']);
  const [first] = receiver.batches;
  expect(first && isSigned(first, secret)).toBe(true);
  expect(first?.headers).toMatchObject({ 'user-agent': 'Nasim-Webhook/1.0', 'content-type': 'application/json; charset=utf-8' });
  expect(first?.entries[0]).toEqual({
    id: expect.any(String),
    time: new Date(p.clock.now).toISOString(),
    event: 'invoice',
    type: 'message',
    title: 'Notifications',
    description: 'Events in your account, newest first.',
    link: '/a',
  });
  expect(await get()).toMatchObject({ state: 'ready', waiting: 0, lastDeliveredAt: expect.any(String) });
});

test('a failed delivery is retried with the same id; none is lost or skipped', async () => {
  const { p, receiver, notify, run, get } = await started();
  receiver.answer = (response) => void response.writeHead(500).end();
  await notify('/a');
  await run();
  await notify('/b');
  await run();
  expect(receiver.batches).toHaveLength(1);
  expect(await get()).toMatchObject({ state: 'failing', waiting: 2, lastError: { message: expect.stringContaining('500') } });
  receiver.answer = (response) => void response.writeHead(204).end();
  p.clock.now += 15_000;
  await run();
  expect(receiver.batches.map(({ entries }) => entries[0]?.link)).toEqual(['/a', '/a', '/b']);
  expect(receiver.batches[1]?.headers['x-nasim-delivery']).toBe(receiver.batches[0]?.headers['x-nasim-delivery']);
});

test('a day of failures disables it and notifies the owner; it can be enabled again', async () => {
  const { p, receiver, hook, notify, run, get } = await started();
  receiver.answer = (response) => void response.writeHead(500).end();
  await notify();
  for (let hour = 0; hour <= 26; hour++) {
    await run();
    p.clock.now += HOUR;
  }
  expect(await get()).toMatchObject({ state: 'suspended', enabled: false, waiting: 0 });
  const token = await p.signIn();
  const notices = (await p.ok(notification.list, {}, { token })).notifications.filter(({ event }) => event === 'account');
  expect(notices.map(({ link }) => link)).toEqual(['/account/notifications']);
  expect((await p.lastMail(demo.email))?.body).toContain('127.0.0.1');
  const count = receiver.batches.length;
  await notify();
  await run();
  expect(receiver.batches).toHaveLength(count);
  receiver.answer = (response) => void response.writeHead(204).end();
  await p.ok(webhook.update, { webhookId: hook.id, enabled: true }, { token });
  await notify('/again');
  await run();
  expect(receiver.batches.at(-1)?.entries[0]?.link).toBe('/again');
});

test('the test returns the receiver’s response', async () => {
  const { p, receiver, hook, secret, token } = await started();
  const test = () => p.ok(webhook.test, { webhookId: hook.id }, { token: token() });
  expect((await test()).result).toMatchObject({ ok: true, status: 204, ms: expect.any(Number) });
  const [sent] = receiver.batches;
  expect(sent && isSigned(sent, secret)).toBe(true);
  receiver.answer = (response) => void response.writeHead(418).end();
  expect((await test()).result).toMatchObject({ ok: false, status: 418, message: expect.stringContaining('418') });
  await receiver.stop();
  expect((await test()).result).toMatchObject({ ok: false, status: null, message: 'The receiver refused the connection.' });
});

test('targets in closed networks or without encryption are refused', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const closed = ['http://127.0.0.1/x', 'https://169.254.169.254/latest', 'https://localhost/'];
  for (const url of [...closed, 'http://hooks.example.com/', 'ftp://a.example/', ''])
    expect((await p.try(webhook.create, { url }, { token })).body.fields, url).toHaveProperty('url');
  expect((await p.ok(webhook.list, {}, { token })).webhooks).toHaveLength(1);
});

test('each URL once, and up to the limit; the secret is shown once and never logged', async () => {
  const { p, receiver, hook, secret, token } = await started();
  const add = (url: string) => p.try(webhook.create, { url }, { token: token() });
  expect((await add(receiver.url)).body.code).toBe('notificationSetting:webhook.error.taken');
  for (let n = 2; n < maxWebhooks; n++) expect((await add(`${receiver.url}/${n}`)).status).toBe(200);
  expect((await add(`${receiver.url}/more`)).status).toBe(409);
  const read = JSON.stringify([await p.ok(webhook.list, {}, { token: token() }), await p.ok(log.list, {}, { token: token() })]);
  expect(read).not.toContain(secret);
  expect((await storedOne(p, 'webhook', { id: hook.id })).secret).not.toContain(secret);
});
