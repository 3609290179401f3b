import { describe, expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { codeAt } from '../../../../tests/support/totp.ts';
import {
  enableTotp,
  lastEntry,
  mailedCode,
  other,
  profileWith,
  requestChallenge,
  right,
  verify,
  withTotp,
} from '../../../../tests/support/twoFactor.ts';
import { auth, type Challenge } from '../../../lib/contract/account/auth.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { DEVICE_HEADER } from '../../../lib/contract/call.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { DAY, MINUTE } from '../../../lib/time.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';

describe('the authenticator app', () => {
  test('is enabled once verified by a code, and creates ten recovery codes', async () => {
    const { p, token } = await signedIn();
    const { qr } = await p.ok(twoFactor.qr, {}, { token });
    expect(qr.expiresAt).toBe(new Date(p.clock.now + 30 * MINUTE).toISOString());
    expect(qr.otpauthUrl).toContain(`secret=${qr.secret}`);
    expect((await p.ok(twoFactor.qr, {}, { token })).qr).toEqual(qr);
    // Until then, sign-in is unchanged.
    await p.signIn();

    const code = codeAt(qr.secret, p.clock.now);
    const wrong = await p.try(twoFactor.enable, { method: 'totp', code: other(code) }, { token });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'auth:error.code', fields: { code: expect.any(String) } } });
    expect(await lastEntry(p)).toMatchObject({ action: 'signInRefused', entityType: 'twoFactor' });

    const on = await p.ok(twoFactor.enable, { method: 'totp', code }, { token });
    expect(on.twoFactor).toEqual({
      totp: { enabled: true },
      email: { enabled: false, email: demo.email },
      sms: { enabled: false },
      recoveryLeft: 10,
      trusted: [],
    });
    expect(new Set(on.recoveryCodes).size).toBe(10);
    for (const one of on.recoveryCodes ?? []) expect(one).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect((await p.ok(twoFactor.get, {}, { token })).twoFactor).toEqual(on.twoFactor);
    expect((await p.lastMail(demo.email))?.subject).toBe('Two-factor authentication: Authenticator app turned on');
    expect(await lastEntry(p)).toMatchObject({ action: 'update', before: '{"on":[]}', after: '{"on":["totp"]}' });

    for (const call of [twoFactor.qr, twoFactor.enable])
      expect((await p.try(call, { method: 'totp', code }, { token })).body.code).toBe('auth:error.methodOn');
  });

  test('neither its secret nor a recovery code is in the store in plain text', async () => {
    const { p, secret, recoveryCodes } = await withTotp();
    const tables = ['twoFactor', 'recoveryCode', 'changeLog', 'outbox', 'signInChallenge', 'trustedDevice', 'verification'] as const;
    const challenge = await requestChallenge(p);
    const { body } = await verify(p, challenge, 'totp', codeAt(secret, p.clock.now), { trustDevice: true });
    const all = JSON.stringify(await Promise.all(tables.map((table) => stored(p, table))));
    const codes = recoveryCodes.flatMap((code) => [code, code.replace('-', '')]);
    for (const hidden of [secret, challenge.challengeId, String(body.deviceToken), ...codes]) expect(all).not.toContain(hidden);
  });

  test('a setup that takes longer than half an hour restarts with another secret', async () => {
    const { p, token } = await signedIn();
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
    const { body } = await verify(all.p, await requestChallenge(all.p), 'totp', all.now(), { trustDevice: true });
    const headers = { [DEVICE_HEADER]: String(body.deviceToken) };
    const login = async () => Object.keys((await all.p.try(auth.login, right, { headers })).body);
    return { ...all, headers, login, deviceToken: String(body.deviceToken) };
  }

  test('signs in with the password alone for 30 days', async () => {
    const { p, login } = await trusted();
    expect(await login()).toEqual(['token', 'browserToken']);
    p.clock.now += 30 * DAY - 5 * MINUTE;
    expect(await login()).toEqual(['token', 'browserToken']);
    p.clock.now += 10 * MINUTE;
    expect(await login()).toEqual(['challenge']);
  });

  test('still needs the right password, and is no session', async () => {
    const { p, headers, deviceToken } = await trusted();
    expect((await p.try(auth.login, { ...right, password: 'wrong' }, { headers })).status).toBe(422);
    expect(await profileWith(p, deviceToken)).toBe(401);
  });

  test('is only trusted by its own customer, and only on request', async () => {
    const { p, headers, now } = await trusted();
    await enableTotp(p, await p.signIn(demo.second));
    const stranger = await p.try(auth.login, { username: demo.second, password: demo.password }, { headers });
    expect(Object.keys(stranger.body)).toEqual(['challenge']);
    p.clock.now += MINUTE;
    expect(Object.keys((await verify(p, await requestChallenge(p), 'totp', now())).body)).toEqual(['token', 'browserToken']);
    for (const rubbish of ['', 'x', 'A'.repeat(43)]) await requestChallenge(p, { [DEVICE_HEADER]: rubbish });
  });

  test('is removed with a new password, as are pending sign-ins; the second step stays on', async () => {
    const { p, headers, now } = await trusted();
    p.clock.now += MINUTE;
    const waiting = await requestChallenge(p);
    const { reset } = await p.ok(auth.forgot, { username: demo.email });
    await p.ok(auth.reset, { resetId: reset.resetId, code: await mailedCode(p), newPassword: 'another-good-password' });
    expect((await verify(p, waiting, 'totp', now())).body.code).toBe('auth:error.challengeOver');
    const { body } = await p.try(auth.login, { ...right, password: 'another-good-password' }, { headers });
    expect(Object.keys(body)).toEqual(['challenge']);
    expect((await verify(p, body.challenge as Challenge, 'totp', now())).status).toBe(200);
  });

  test('is removed when the second step is turned off and on again', async () => {
    const { p, token, login } = await trusted();
    await p.ok(twoFactor.disable, { method: 'totp', password: demo.password }, { token });
    expect(await login()).toEqual(['token', 'browserToken']);
    await enableTotp(p, token);
    expect(await login()).toEqual(['challenge']);
  });
});

describe('a stolen session', () => {
  test('changes nothing without the password once the sign-in is ten minutes old', async () => {
    const { p, token, now } = await withTotp();
    p.clock.now += 10 * MINUTE;
    const late = [
      p.try(twoFactor.qr, {}, { token }),
      p.try(twoFactor.enable, { method: 'email', code: '123456' }, { token }),
      p.try(twoFactor.disable, { method: 'totp' }, { token }),
      p.try(twoFactor.disable, { method: 'totp', code: now() }, { token }),
      p.try(twoFactor.regenerate, {}, { token }),
    ];
    for (const answer of await Promise.all(late)) expect(answer).toMatchObject({ status: 409, body: { code: 'auth:error.confirm' } });
    await p.ok(password.confirm, { password: demo.password }, { token });
    await p.ok(twoFactor.disable, { method: 'totp' }, { token });
  });
});

describe('trusted browsers', () => {
  test('are listed and removed one by one or all at once; another customer’s are unknown', async () => {
    const { p, token, now } = await withTotp();
    await verify(p, await requestChallenge(p), 'totp', now(), { trustDevice: true });
    p.clock.now += MINUTE;
    await verify(p, await requestChallenge(p), 'totp', now(), { trustDevice: true });
    const listed = async () => (await p.ok(twoFactor.get, {}, { token })).twoFactor.trusted;
    const [first] = await listed();
    expect(first).toMatchObject({ browser: '', ip: '192.0.2.1', until: new Date(p.clock.now + 30 * DAY).toISOString() });
    const input = { trustedId: first?.id ?? '' };
    expect((await p.try(twoFactor.untrust, input, { token: await p.signIn(demo.second) })).status).toBe(404);
    expect((await p.ok(twoFactor.untrust, input, { token })).twoFactor.trusted).toHaveLength(1);
    expect((await p.ok(twoFactor.untrustAll, {}, { token })).twoFactor.trusted).toHaveLength(0);
  });
});

describe('turning it off', () => {
  test('requires a recent sign-in or the password, and notifies the customer', async () => {
    const { p, token, now } = await withTotp();
    const { twoFactor: after } = await p.ok(twoFactor.disable, { method: 'totp', code: now() }, { token });
    expect([after.totp.enabled, after.recoveryLeft]).toEqual([false, 0]);
    expect((await p.lastMail(demo.email))?.subject).toBe('Two-factor authentication: Authenticator app turned off');
    expect(await lastEntry(p)).toMatchObject({ action: 'update', before: '{"on":["totp"]}', after: '{"on":[]}' });
    await p.signIn();
    await enableTotp(p, token);
    await p.ok(twoFactor.disable, { method: 'totp', password: demo.password }, { token });
    await p.signIn();
  });

  test('refuses a wrong password or code at its field, and a disabled method', async () => {
    const { p, token, now } = await withTotp();
    const attempt = (input: object) => p.try(twoFactor.disable, { method: 'totp', ...input }, { token });
    expect((await attempt({ password: 'wrong-one' })).body.fields).toEqual({ password: 'The password is incorrect.' });
    expect((await attempt({ code: other(now()), password: demo.password })).body.code).toBe('auth:error.code');
    expect((await attempt({ method: 'email', password: demo.password })).body.code).toBe('auth:error.methodOff');
    expect((await p.ok(twoFactor.get, {}, { token })).twoFactor.totp.enabled).toBe(true);
  });

  test('is logged, as is turning it on; signing in with it isn’t', async () => {
    const { p, token, now } = await withTotp();
    const { body } = await verify(p, await requestChallenge(p), 'totp', now());
    await p.ok(twoFactor.disable, { method: 'totp', password: demo.password }, { token });
    const { logs } = await p.ok(log.list, { limit: 50 }, { token: String(body.token) });
    // The others belong to the demo data.
    const own = logs.filter(({ domain }) => domain === null).map(({ entity, action }) => `${entity.type} ${action}`);
    expect(own).toEqual(['twoFactor update', 'twoFactor update', 'twoFactor request']);
  });

  test('of one method leaves the others on', async () => {
    const { p, token, now } = await withTotp();
    await p.ok(twoFactor.sendCode, { method: 'email' }, { token });
    const second = await p.ok(twoFactor.enable, { method: 'email', code: await mailedCode(p) }, { token });
    expect(second.recoveryCodes).toBeUndefined();
    expect((await requestChallenge(p)).methods).toEqual(['totp', 'email', 'recovery']);
    await p.ok(twoFactor.disable, { method: 'totp', code: now() }, { token });
    expect((await requestChallenge(p)).methods).toEqual(['email', 'recovery']);
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
  await verify(p, await requestChallenge(p), 'totp', now(), { trustDevice: true });
  p.clock.now += 31 * DAY;
  await runJobs(p, coreJobs.sweep);
  for (const table of ['signInChallenge', 'trustedDevice'] as const) expect(await stored(p, table)).toEqual([]);
});
