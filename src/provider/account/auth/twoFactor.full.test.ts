import { describe, expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { codeAt } from '../../../../tests/support/totp.ts';
import { challengeOf, DAY, enableTotp, MINUTE, mailedCode, right, verify, withTotp } from '../../../../tests/support/two-factor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { DEVICE_HEADER } from '../../../lib/contract/call.ts';
import { demo } from '../../../lib/contract/fields.ts';

describe('the authenticator app', () => {
  test('a setup that takes longer than half an hour restarts with another secret', async () => {
    const p = await startProvider();
    const token = await p.signIn();
    const { qr } = await p.ok(twoFactor.qr, {}, { token });
    p.clock.now += 30 * MINUTE;
    await p.ok(password.confirm, { password: demo.password }, { token });
    const late = await p.try(twoFactor.enable, { method: 'totp', code: codeAt(qr.secret, p.clock.now) }, { token });
    expect(late).toMatchObject({ status: 422, body: { code: 'auth:error.setupOver' } });
    expect((await p.ok(twoFactor.qr, {}, { token })).qr.secret).not.toBe(qr.secret);
  });
});

describe('a trusted browser', () => {
  async function trusted() {
    const all = await withTotp();
    const { body } = await verify(all.p, await challengeOf(all.p), 'totp', all.now(), { trustDevice: true });
    const headers = { [DEVICE_HEADER]: String(body.deviceToken) };
    const login = async () => Object.keys((await all.p.try(auth.login, right, { headers })).body);
    return { ...all, headers, login, deviceToken: String(body.deviceToken) };
  }

  test('is removed when the second step is turned off and on again', async () => {
    const { p, token, login } = await trusted();
    await p.ok(twoFactor.disable, { method: 'totp', password: demo.password }, { token });
    expect(await login()).toEqual(['token', 'browserToken']);
    await enableTotp(p, token);
    expect(await login()).toEqual(['challenge']);
  });
});

describe('turning it off', () => {
  test('of one method leaves the others on', async () => {
    const { p, token, now } = await withTotp();
    await p.ok(twoFactor.sendCode, { method: 'email' }, { token });
    const second = await p.ok(twoFactor.enable, { method: 'email', code: await mailedCode(p) }, { token });
    expect(second.recoveryCodes).toBeUndefined();
    expect((await challengeOf(p)).methods).toEqual(['totp', 'email', 'recovery']);
    await p.ok(twoFactor.disable, { method: 'totp', code: now() }, { token });
    expect((await challengeOf(p)).methods).toEqual(['email', 'recovery']);
    expect((await p.ok(twoFactor.get, {}, { token })).twoFactor.recoveryLeft).toBe(10);
  });

  test('the methods are separate per customer', async () => {
    const { p } = await withTotp();
    const theirs = await p.signIn(demo.second);
    expect((await p.ok(twoFactor.get, {}, { token: theirs })).twoFactor).toMatchObject({ totp: { enabled: false }, recoveryLeft: 0 });
  });
});

test('expired data is deleted', async () => {
  const { p, now } = await withTotp();
  await verify(p, await challengeOf(p), 'totp', now(), { trustDevice: true });
  p.clock.now += 31 * DAY;
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'sweep'));
  await p.provider.services.jobs.runDue();
  for (const table of ['signInChallenge', 'trustedDevice'] as const)
    expect(await p.store.reader.selectFrom(table).selectAll().execute()).toEqual([]);
});
