import { describe, expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { codeAt } from '../../../../tests/support/totp.ts';
import { challengeOf, other, verify, withTotp } from '../../../../tests/support/two-factor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';

describe('signing in', () => {
  test('the code that turned it on can’t be used to sign in', async () => {
    const p = await startProvider();
    const token = await p.signIn();
    const { qr } = await p.ok(twoFactor.qr, {}, { token });
    const code = codeAt(qr.secret, p.clock.now);
    await p.ok(twoFactor.enable, { method: 'totp', code }, { token });
    expect((await verify(p, await challengeOf(p), 'totp', code)).body.code).toBe('auth:error.codeUsed');
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
    const challenge = await challengeOf(p);
    const send = await p.try(twoFactor.signInSendCode, { challengeId: challenge.challengeId, method: 'email' });
    expect(send).toMatchObject({ status: 422, body: { fields: { method: 'Choose one of the options.' } } });
    for (let i = 0; i < 4; i++) expect((await verify(p, challenge, 'email', '123456')).body.fields).toHaveProperty('method');
    expect((await verify(p, challenge, 'sms', '123456')).body.code).toBe('auth:error.challengeOver');
    expect((await verify(p, challenge, 'totp', now())).body.code).toBe('auth:error.challengeOver');
  });
});

describe('attempts', () => {
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
    expect((await verify(p, await challengeOf(p), 'totp', now())).status).toBe(429);
  });

  test('thirty per network, across all calls with codes', async () => {
    const { p, now } = await withTotp();
    const [ip, ids] = ['203.0.113.9', 'B'.repeat(43)];
    for (let i = 0; i < 15; i++) {
      await verify(p, { challengeId: `${ids.slice(2)}${10 + i}`, methods: [], expiresAt: '' }, 'totp', '123456', {}, ip);
      await p.try(auth.reset, { resetId: `${i}`, code: '123456', newPassword: 'a-long-password' }, { ip });
    }
    expect((await verify(p, await challengeOf(p), 'totp', now(), {}, ip)).status).toBe(429);
    expect((await verify(p, await challengeOf(p), 'totp', now(), {}, '203.0.113.10')).status).toBe(200);
  });
});
