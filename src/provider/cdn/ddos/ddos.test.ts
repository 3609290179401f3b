import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { HOUR } from '../../../lib/time.ts';

const { domainId } = demo;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  return {
    p,
    token,
    // Signed in again: the clock moves past the expiry of the token.
    get: async () => (await p.ok(ddos.get, { domainId }, { token: await p.signIn() })).ddos,
    update: (input: object) => p.try(ddos.update, { domainId, ...input }, { token }),
    attack: async (hours: number) =>
      (await p.ok(ddos.underAttack, { domainId, enabled: true, for: { value: hours, unit: 'h' } }, { token: await p.signIn() })).ddos,
  };
}
const run = (p: TestProvider) => p.provider.services.jobs.runDue();
const ended = (p: TestProvider) => stored(p, 'changeLog', { call: 'ddos.attackEnd' });

test('settings: absent fields keep their value, and a change is logged with before and after', async () => {
  const { p, get, update } = await started();
  expect(await get()).toEqual({
    enabled: false,
    challengeType: 'js',
    passTime: { value: 30, unit: 'm' },
    exceptions: [],
    underAttackUntil: null,
    version: 0,
  });
  await update({ enabled: true, exceptions: [' 198.51.100.0/24 ', '/hooks/*', 'api.parvaz.example/*'] });
  await update({ challengeType: 'captcha', passTime: { value: 2, unit: 'h' } });
  expect(await get()).toEqual({
    enabled: true,
    challengeType: 'captcha',
    passTime: { value: 2, unit: 'h' },
    exceptions: ['198.51.100.0/24', '/hooks/*', 'api.parvaz.example/*'],
    underAttackUntil: null,
    version: 2,
  });
  const entries = await stored(p, 'changeLog', { group: 'ddos' });
  expect(entries.map(({ before, after }) => [JSON.parse(before ?? '').enabled, JSON.parse(after ?? '').enabled])).toEqual([
    [false, true],
    [true, true],
  ]);
});

test('each invalid exception is refused with its line, in each language, and nothing is saved', async () => {
  const { p, token } = await started();
  const exceptions = ['198.51.100.7', '198.51.100.300', 'a b', 'other.example/x', '0.0.0.0/0', '/*', '198.51.100.7', '2001:db8::g'];
  const before = await snapshot(p);
  for (const locale of locales) {
    const { status, body } = await p.try(ddos.update, { domainId, exceptions }, { token, locale });
    expect([status, Object.keys(body.fields ?? {}).sort()]).toEqual([422, [1, 2, 3, 4, 5, 6, 7].map((line) => `exceptions.${line}`)]);
    for (const text of Object.values(body.fields ?? {})) expect(text).not.toMatch(/\{\{|^\w+:/);
  }
  expect(await snapshot(p)).toBe(before);
  const { body } = await p.try(ddos.update, { domainId, exceptions }, { token });
  expect(body.fields?.['exceptions.6']).toBe('This is already on line 1.');
  expect(body.fields?.['exceptions.1']).toBe('300 is too large. Enter numbers from 0 to 255.');
});

test('invalid values are refused beside their field', async () => {
  const { p, token, update } = await started();
  expect((await p.try(ddos.underAttack, { domainId, enabled: true }, { token })).body.fields).toHaveProperty('for');
  expect((await update({ challengeType: 'maze' })).body.fields).toHaveProperty('challengeType');
  expect((await update({ passTime: { value: 7, unit: 's' } })).body.fields).toHaveProperty('passTime');
  expect((await update({ exceptions: Array.from({ length: 201 }, (_, n) => `/p${n}`) })).body.fields).toHaveProperty('exceptions');
});

test('under attack mode expires once, as the system, and the customer is notified', async () => {
  const { p, get, attack } = await started();
  const until = new Date(p.clock.now + HOUR).toISOString();
  expect((await attack(1)).underAttackUntil).toBe(until);
  p.clock.now += HOUR - 1;
  await run(p);
  expect((await get()).underAttackUntil).toBe(until);
  p.clock.now += 1;
  expect(await get()).toMatchObject({ underAttackUntil: null, version: 1 });
  await run(p);
  await run(p);
  expect(await get()).toMatchObject({ underAttackUntil: null, enabled: false, version: 2 });
  expect((await ended(p)).map(({ actorType }) => actorType)).toEqual(['system']);
  const { notifications } = await p.ok(notification.list, {}, { token: await p.signIn() });
  expect(notifications.filter(({ link }) => link === '/domains/parvaz.example/ddos')).toMatchObject([
    { title: 'Under attack mode for parvaz.example has ended', description: 'Visitors are no longer challenged.' },
  ]);
});

test('turned off by hand, the job does nothing; turned on again, only the later end counts', async () => {
  const { p, token, get, attack } = await started();
  await attack(1);
  await p.ok(ddos.underAttack, { domainId, enabled: false }, { token });
  expect((await get()).underAttackUntil).toBeNull();
  p.clock.now += HOUR;
  await run(p);
  expect(await ended(p)).toEqual([]);
  await attack(1);
  p.clock.now += HOUR / 2;
  await attack(3);
  p.clock.now += 2 * HOUR;
  await run(p);
  expect((await get()).underAttackUntil).not.toBeNull();
  p.clock.now += HOUR;
  await run(p);
  expect((await get()).underAttackUntil).toBeNull();
  expect(await ended(p)).toHaveLength(1);
});
