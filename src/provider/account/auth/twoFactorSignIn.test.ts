import { describe, expect, test } from 'vitest';
import { callsWith } from '../../../../tests/support/calls.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { codeAt } from '../../../../tests/support/totp.ts';
import { lastEntry, other, profileWith, requestChallenge, right, verify, withTotp } from '../../../../tests/support/twoFactor.ts';
import { auth, type Challenge } from '../../../lib/contract/account/auth.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { DEVICE_HEADER } from '../../../lib/contract/call.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { MINUTE } from '../../../lib/time.ts';

describe('signing in', () => {
  test('the password alone creates no session; the code does', async () => {
    const { p, token: before, now } = await withTotp();
    const challenge = await requestChallenge(p);
    expect(challenge).toEqual({
      challengeId: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['totp', 'recovery'],
      expiresAt: new Date(p.clock.now + 10 * MINUTE).toISOString(),
    });
    expect(await lastEntry(p)).toMatchObject({ action: 'secondStep', entityType: 'session', call: 'auth.login' });
    const { status, body } = await verify(p, challenge, 'totp', now());
    expect([status, Object.keys(body)]).toEqual([200, ['token', 'browserToken']]);
    expect(body.token).not.toBe(before);
    expect(await profileWith(p, body.token)).toBe(200);
    expect(await lastEntry(p)).toMatchObject({
      action: 'signIn',
      entityName: demo.email,
      after: expect.stringContaining('"method":"totp"'),
    });
  });

  test('a pending sign-in can’t make calls that require a session', async () => {
    const { p } = await withTotp();
    const { challengeId } = await requestChallenge(p);
    const calls = callsWith(({ access }) => access === 'session');
    expect(calls.length).toBeGreaterThan(20);
    for (const [name, call] of calls) {
      const headers = { [DEVICE_HEADER]: challengeId, 'x-access-token': challengeId, cookie: `nasim=${challengeId}` };
      expect([name, (await p.try(call, call.example, { token: challengeId, headers })).status]).toEqual([name, 401]);
    }
    expect((await p.try(auth.refresh, {}, { headers: { lt: challengeId } })).status).toBe(401);
  });

  test('a wrong password gets the usual response, and an account without a second step signs in as usual', async () => {
    const { p } = await withTotp();
    const secured = await p.try(auth.login, { ...right, password: 'wrong-one' });
    const plain = await p.try(auth.login, { username: demo.second, password: 'wrong-one' });
    expect({ ...secured.body, requestId: '' }).toEqual({ ...plain.body, requestId: '' });
    await p.signIn(demo.second);
  });

  test('accepts a code with spaces, and in the digits of any script', async () => {
    const { p, now } = await withTotp();
    const code = now();
    const persian = [...code].map((digit) => String.fromCharCode(0x6f0 + Number(digit))).join('');
    expect((await verify(p, await requestChallenge(p), 'totp', ` ${persian.slice(0, 3)} ${persian.slice(3)} `)).status).toBe(200);
    p.clock.now += MINUTE;
    const arabic = [...now()].map((digit) => String.fromCharCode(0x660 + Number(digit))).join('');
    expect((await verify(p, await requestChallenge(p), 'totp', arabic)).status).toBe(200);
  });

  test('accepts the step before and the step after, and no other', async () => {
    const { p, secret } = await withTotp();
    for (const [steps, status] of [
      [-2, 422],
      [-1, 200],
      [2, 422],
      [1, 200],
    ] as const) {
      p.clock.now += 5 * MINUTE;
      const answer = await verify(p, await requestChallenge(p), 'totp', codeAt(secret, p.clock.now + steps * 30_000));
      expect(answer.status, String(steps)).toBe(status);
    }
  });

  test('the same code a second time is refused, and so is an older one', async () => {
    const { p, secret, now } = await withTotp();
    const code = now();
    expect((await verify(p, await requestChallenge(p), 'totp', code)).status).toBe(200);
    const again = await verify(p, await requestChallenge(p), 'totp', code);
    expect(again).toMatchObject({ status: 422, body: { code: 'auth:error.codeUsed', fields: { code: expect.any(String) } } });
    const older = await verify(p, await requestChallenge(p), 'totp', codeAt(secret, p.clock.now - 30_000));
    expect(older.body.code).toBe('auth:error.codeUsed');
    expect(await lastEntry(p)).toMatchObject({ action: 'signInRefused', accountId: expect.any(String), call: 'twoFactor.signInVerify' });
  });

  test.each(['one challenge', 'a challenge each'])('of 20 at once with one code exactly one succeeds: %s', async (kind) => {
    const { p, now } = await withTotp();
    const challenges: Challenge[] = [await requestChallenge(p)];
    for (let i = 1; i < 20; i++) challenges.push(kind === 'one challenge' && challenges[0] ? challenges[0] : await requestChallenge(p));
    const code = now();
    const answers = await Promise.all(challenges.map((challenge, i) => verify(p, challenge, 'totp', code, {}, `198.51.100.${i}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('a challenge ends after ten minutes, after five wrong codes, and after the right one', async () => {
    const { p, now } = await withTotp();
    const late = await requestChallenge(p);
    p.clock.now += 10 * MINUTE;
    expect(await verify(p, late, 'totp', now())).toMatchObject({ status: 422, body: { code: 'auth:error.challengeOver' } });

    const guessed = await requestChallenge(p);
    const codes = [];
    for (let i = 0; i < 5; i++) codes.push((await verify(p, guessed, 'totp', other(now()))).body.code);
    expect(codes).toEqual([...Array(4).fill('auth:error.code'), 'auth:error.challengeOver']);
    expect((await verify(p, guessed, 'totp', now())).body.code).toBe('auth:error.challengeOver');

    p.clock.now += 16 * MINUTE;
    const used = await requestChallenge(p);
    expect((await verify(p, used, 'totp', now())).status).toBe(200);
    p.clock.now += MINUTE;
    expect((await verify(p, used, 'totp', now())).body.code).toBe('auth:error.challengeOver');
    expect((await p.try(twoFactor.signInSendCode, { challengeId: used.challengeId, method: 'email' })).status).toBe(422);
  });

  test('what cannot be a code of the way is named', async () => {
    const { p } = await withTotp();
    for (const [method, code, message] of [
      ['totp', '12345', 'Enter all 6 digits of the code.'],
      ['totp', 'abcde-fghjk', 'Enter all 6 digits of the code.'],
      ['recovery', '123456', 'Enter all 10 letters and digits of the recovery code.'],
      ['recovery', ' ', 'This field is required.'],
    ] as const) {
      expect((await verify(p, await requestChallenge(p), method, code)).body.fields, String(method)).toEqual({ code: message });
    }
  });

  test('the code that turned it on can’t be used to sign in', async () => {
    const { p, token } = await signedIn();
    const { qr } = await p.ok(twoFactor.qr, {}, { token });
    const code = codeAt(qr.secret, p.clock.now);
    await p.ok(twoFactor.enable, { method: 'totp', code }, { token });
    expect((await verify(p, await requestChallenge(p), 'totp', code)).body.code).toBe('auth:error.codeUsed');
  });

  test('an unknown ID gets the same response as an expired one', async () => {
    const { p, now } = await withTotp();
    const unknown = await verify(p, { challengeId: 'A'.repeat(43), methods: [], expiresAt: '' }, 'totp', now());
    expect(unknown).toMatchObject({ status: 422, body: { code: 'auth:error.challengeOver' } });
    const send = await p.try(twoFactor.signInSendCode, { challengeId: 'A'.repeat(43), method: 'email' });
    expect(send).toMatchObject({ status: 422, body: { code: 'auth:error.challengeOver' } });
  });

  test('a disabled method is refused, and counts as a wrong code', async () => {
    const { p, now } = await withTotp();
    const challenge = await requestChallenge(p);
    const send = await p.try(twoFactor.signInSendCode, { challengeId: challenge.challengeId, method: 'email' });
    expect(send).toMatchObject({ status: 422, body: { fields: { method: 'Choose one of the options.' } } });
    for (let i = 0; i < 4; i++) expect((await verify(p, challenge, 'email', '123456')).body.fields).toHaveProperty('method');
    expect((await verify(p, challenge, 'sms', '123456')).body.code).toBe('auth:error.challengeOver');
    expect((await verify(p, challenge, 'totp', now())).body.code).toBe('auth:error.challengeOver');
  });
});

describe('attempts', () => {
  test('ten per account, across challenges, methods and networks; then even the right code is refused', async () => {
    const { p, now, recoveryCodes } = await withTotp();
    const statuses = [];
    for (let i = 0; i < 11; i++) {
      const challenge = await requestChallenge(p, {}, `198.51.100.${i}`);
      const [method, code] = i % 2 ? ['recovery', 'aaaaa-aaaaa'] : ['totp', other(now())];
      statuses.push((await verify(p, challenge, method, code, {}, `203.0.113.${i}`)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    const locked = await verify(p, await requestChallenge(p), 'totp', now(), {}, '203.0.113.99');
    expect(locked).toMatchObject({ status: 429, body: { code: 'error:tooManyRequests', retryAfter: 900 } });
    expect(locked.headers.get('retry-after')).toBe('900');
    expect((await verify(p, await requestChallenge(p), 'recovery', recoveryCodes[0] ?? '', {}, '203.0.113.98')).status).toBe(429);
    p.clock.now += 15 * MINUTE;
    expect((await verify(p, await requestChallenge(p), 'totp', now())).status).toBe(200);
  });

  test('wrong passwords in the settings are limited by session, from any address', async () => {
    const { p, token } = await withTotp();
    const disable = (password: string, ip: string) => p.try(twoFactor.disable, { method: 'totp', password }, { token, ip });
    for (let i = 0; i < 10; i++) expect((await disable(`guess-${i}`, `203.0.113.${i}`)).status).toBe(422);
    expect((await disable(demo.password, '198.51.100.1')).status).toBe(429);
    expect((await p.try(auth.login, right)).status).toBe(200);
  });

  test('a signed-in caller has no additional attempts', async () => {
    const { p, token, now } = await withTotp();
    const calls = [
      [twoFactor.disable, { method: 'totp', code: other(now()) }],
      [twoFactor.disable, { method: 'totp', password: 'guess' }],
    ] as const;
    for (let i = 0; i < 10; i++) {
      const [call, input] = calls[i % 2] ?? calls[0];
      expect((await p.try(call, input, { token, ip: `203.0.113.${i}` })).status).toBe(422);
    }
    expect((await p.try(twoFactor.disable, { method: 'totp', code: now() }, { token })).status).toBe(429);
    expect((await verify(p, await requestChallenge(p), 'totp', now())).status).toBe(429);
  });

  test('thirty per network, across all calls with codes', async () => {
    const { p, now } = await withTotp();
    const [ip, ids] = ['203.0.113.9', 'B'.repeat(43)];
    for (let i = 0; i < 15; i++) {
      await verify(p, { challengeId: `${ids.slice(2)}${10 + i}`, methods: [], expiresAt: '' }, 'totp', '123456', {}, ip);
      await p.try(auth.reset, { resetId: `${i}`, code: '123456', newPassword: 'a-long-password' }, { ip });
    }
    expect((await verify(p, await requestChallenge(p), 'totp', now(), {}, ip)).status).toBe(429);
    expect((await verify(p, await requestChallenge(p), 'totp', now(), {}, '203.0.113.10')).status).toBe(200);
  });
});
