import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { jobContext, sampleNotice } from '../../../../tests/support/notices.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { preference } from '../../../lib/contract/account/preference.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { eventNames } from '../../../lib/rules/core/notificationEvents.ts';
import { unsubscribeToken } from '../../drivers/mail/unsubscribeToken.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import type { Notice } from '../notification/notify.ts';
import { notifyOwner } from '../notification/notifyOwner.ts';

const { update, get, unsubscribe } = notificationSetting;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const accountId = await readAccountId(p);
  const notify = (event: Notice['event']) =>
    p.store.write('test', (tx) => notifyOwner(tx, jobContext(p), { ...sampleNotice, accountId, event, link: '/notifications' }));
  return { p, token, notify, accountId };
}
const letters = async (p: TestProvider) => (await stored(p, 'outbox')).filter(({ event }) => event !== null);
const texts = async (p: TestProvider) => (await stored(p, 'outbox', { channel: 'sms' })).length;
/** The job that runs every five minutes. */
const release = (p: TestProvider) => runJobs(p, coreJobs.releaseDeferred);

test('an event is sent through the enabled channels only', async () => {
  const { p, token, notify } = await started();
  const count = async () => (await p.ok(notification.list, {}, { token })).notifications.length;
  const before = await count();
  await notify('invoice');
  expect([await count(), (await letters(p)).length]).toEqual([before + 1, 1]);
  await p.ok(update, { events: { invoice: { panel: false, email: false } } }, { token });
  await notify('invoice');
  await notify('ticketReply');
  expect([await count(), (await letters(p)).map(({ event }) => event)]).toEqual([before + 2, ['invoice', 'ticketReply']]);
});

test('changes of two tabs are merged; other customers have their own settings', async () => {
  const { p, token } = await started();
  await Promise.all([
    p.ok(update, { events: { invoice: { sms: true } } }, { token }),
    p.ok(update, { events: { invoice: { webhook: false } } }, { token }),
  ]);
  expect((await p.ok(get, {}, { token })).setting.events.invoice).toEqual({ panel: true, email: true, sms: true, webhook: false });
  const stranger = await p.signIn(demo.second);
  expect((await p.ok(get, {}, { token: stranger })).setting).toMatchObject({ version: 0, events: { invoice: { sms: false } } });
});

test.each([
  ['login', 'email'],
  ['negativeBalance', 'panel'],
  ['account', 'email'],
])('%s can’t be turned off by %s', async (event, channel) => {
  const { p, token } = await started();
  const { status, body } = await p.try(update, { events: { [event]: { [channel]: false } } }, { token });
  expect([status, body.code]).toEqual([409, 'notificationSetting:error.always']);
  expect((await p.ok(get, {}, { token })).setting.version).toBe(0);
});

// The demo data is from 12:00 UTC; in Tehran that is 15:30.
test('quiet hours hold emails and text messages in the account’s time zone until they end, except those that can’t be turned off', async () => {
  const { p, token, notify } = await started();
  await p.ok(preference.update, { timeZone: 'Asia/Tehran' }, { token });
  const minute = (new Date(p.clock.now).getUTCHours() * 60 + new Date(p.clock.now).getUTCMinutes() + 210) % 1440;
  const quietHours = { from: (minute + 1430) % 1440, until: (minute + 60) % 1440 };
  await p.ok(update, { quietHours, events: { invoice: { sms: true } } }, { token });
  await updateStored(p, 'user', { email: demo.email }, { mobile: '+491700000000', mobileVerifiedAt: 1 });
  await notify('invoice');
  await notify('negativeBalance');
  expect((await letters(p)).map(({ event }) => event)).toEqual(['negativeBalance']);
  p.clock.now += 59 * 60_000;
  await release(p);
  expect([(await letters(p)).length, await texts(p)]).toEqual([1, 0]);
  p.clock.now += 2 * 60_000;
  await release(p);
  await release(p);
  expect([(await letters(p)).map(({ event }) => event), await texts(p)]).toEqual([['negativeBalance', 'invoice'], 1]);
});

test('the daily summary is one email with all events, in the recipient’s language', async () => {
  const { p, token, notify } = await started();
  await p.ok(preference.update, { language: 'es' }, { token });
  await p.ok(update, { digest: true }, { token });
  await notify('invoice');
  await notify('ticketReply');
  await notify('negativeBalance');
  expect((await letters(p)).map(({ event }) => event)).toEqual(['negativeBalance']);
  p.clock.now += 24 * 3_600_000;
  await release(p);
  const [, summary, ...more] = await letters(p);
  expect(more).toEqual([]);
  expect(summary).toMatchObject({ event: 'digest', subject: 'Tu resumen diario: 2 notificaciones' });
  expect(summary?.body.match(/\/notifications/g)).toHaveLength(3);
});

describe('unsubscribing', () => {
  test('stops one event without a session; repeating it changes nothing', async () => {
    const { p, token, accountId } = await started();
    const link = unsubscribeToken(p.provider.services.secrets, accountId, 'invoice') ?? '';
    await p.ok(unsubscribe, { token: link });
    await p.ok(unsubscribe, { token: link });
    const { events } = (await p.ok(get, {}, { token })).setting;
    expect([events.invoice, events.ticketReply.email]).toEqual([{ panel: true, email: false, sms: false, webhook: true }, true]);
  });

  test('from the daily summary stops every email that can be turned off', async () => {
    const { p, token, accountId } = await started();
    await p.ok(unsubscribe, { token: unsubscribeToken(p.provider.services.secrets, accountId, 'digest') ?? '' });
    const { events } = (await p.ok(get, {}, { token })).setting;
    expect(eventNames.filter((event) => events[event].email)).toEqual(['login', 'account', 'negativeBalance', 'price']);
  });

  test('an unknown token, one of another kind, or one for an event that can’t be turned off is refused', async () => {
    const { p, accountId } = await started();
    expect(unsubscribeToken(p.provider.services.secrets, accountId, 'login')).toBeNull();
    for (const token of ['x', 'v1.AAAA', unsubscribeToken(p.provider.services.secrets, 'nobody', 'invoice')])
      expect((await p.try(unsubscribe, { token })).body.code).toBe('notificationSetting:error.token');
  });
});

test('every event of the settings is sent somewhere', () => {
  const files = readdirSync('src/provider', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const code = files.map((file) => readFileSync(join('src/provider', file), 'utf8')).join('\n');
  expect(eventNames.filter((event) => !code.includes(`event: '${event}'`))).toEqual([]);
});
