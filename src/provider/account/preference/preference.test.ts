import { expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { jobContext } from '../../../../tests/support/notices.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { preference } from '../../../lib/contract/account/preference.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { amountParam, dayParam } from '../../core/localizedParams.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';

const automatic = { timeZone: '', calendar: 'auto', digits: 'auto', theme: null, density: 'comfortable' };

test('preferences are saved separately, and the profile of every device has them', async () => {
  const p = await startProvider();
  const [token, other] = [await p.signIn(), await p.signIn()];
  expect((await p.ok(preference.get, {}, { token })).preferences).toEqual({ ...automatic, language: 'en' });
  await p.ok(preference.update, { timeZone: 'Asia/Tehran', calendar: 'islamic' }, { token });
  await p.ok(preference.update, { theme: 'dark', language: 'fa' }, { token });
  const expected = { ...automatic, timeZone: 'Asia/Tehran', calendar: 'islamic', theme: 'dark' };
  expect((await p.ok(auth.profile, {}, { token: other })).profile).toMatchObject({ language: 'fa', preferences: expected });
  const [entry] = (await p.ok(log.list, { limit: 1 }, { token })).logs;
  expect(entry).toMatchObject({ entity: { type: 'preferences' }, action: 'update' });
  const stranger = await p.signIn(demo.second);
  expect((await p.ok(preference.get, {}, { token: stranger })).preferences).toEqual({ ...automatic, language: 'en' });
});

test('a wrong value is refused, and nothing changes', async () => {
  const { p, token } = await signedIn();
  for (const [input, message] of [
    [{}, 'This field'],
    [{ timeZone: 'Mars/Olympus' }, 'known time zone'],
    [{ calendar: 'julian' }, ''],
    [{ theme: 'pink' }, ''],
  ] as const) {
    const { status, body } = await p.try(preference.update, input, { token });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(message)]);
  }
  expect((await p.ok(preference.get, {}, { token })).preferences).toEqual({ ...automatic, language: 'en' });
});

test('emails and notifications are written in the calendar, digits and time zone of their reader', async () => {
  const { p, token } = await signedIn();
  await p.ok(preference.update, { language: 'fa', calendar: 'gregory', digits: 'latin', timeZone: 'Asia/Tehran' }, { token });
  // 20:45 in UTC, which is the next day in Tehran.
  const date = dayParam(Date.parse('2026-11-20T20:45:00Z'));
  const params = { domain: 'parvaz.example', plan: 'Economic', amount: amountParam(12_340), date };
  const texts = { title: 'plan:notice.lowTitle', description: 'plan:notice.lowText' } as const;
  const notice = {
    accountId: await readAccountId(p),
    event: 'lowBalance',
    type: 'warning',
    ...texts,
    params,
    link: '/finance/wallet',
  } as const;
  await p.store.write('test', (tx) => notifyOwner(tx, jobContext(p), notice, { body: 'mail:plan.body' }));
  const expected = ['21 نوامبر 2026', '12.34'];
  const mail = await p.lastMail(demo.email);
  const [shown] = (await p.try(notification.list, { limit: 1 }, { token, locale: 'fa' })).body.notifications as { description: string }[];
  for (const text of expected) {
    expect(mail?.body).toContain(text);
    expect(shown?.description).toContain(text);
  }
});
