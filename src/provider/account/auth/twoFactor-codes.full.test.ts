import { describe, expect, test } from 'vitest';
import { challengeOf, enableTotp, MINUTE, mailedCode, right, verify, withSent, withTotp } from '../../../../tests/support/two-factor.ts';
import { auth, type Challenge } from '../../../lib/contract/account/auth.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { demo } from '../../../lib/contract/fields.ts';

describe.each(['email', 'sms'] as const)('codes by %s', (method) => {
  test('are good for ten minutes, and for what they were sent for', async () => {
    const { p, token, to } = await withSent(method);
    await p.ok(twoFactor.sendCode, { method }, { token });
    const forSettings = await mailedCode(p, to);
    const challenge = await challengeOf(p);
    const forSignIn = await mailedCode(p, to);
    if (forSettings !== forSignIn) {
      expect((await verify(p, challenge, method, forSettings)).body.code).toBe('auth:error.code');
      expect((await p.try(twoFactor.disable, { method, code: forSignIn }, { token })).body.code).toBe('auth:error.code');
    }
    p.clock.now += 9 * MINUTE + 30_000;
    const last = await p.try(auth.login, right);
    p.clock.now += 30_000;
    const late = await verify(p, last.body.challenge as Challenge, method, forSignIn);
    expect(late.status).toBe(422);
    await p.ok(password.confirm, { password: demo.password }, { token });
    expect((await p.try(twoFactor.disable, { method, code: forSettings }, { token })).body.code).toBe('auth:error.codeExpired');
  });

  test('speak the language of the customer', async () => {
    const { p, token, to } = await withSent(method);
    await p.ok(auth.language, { language: 'fa' }, { token });
    await challengeOf(p);
    expect((await p.lastMail(to))?.body).toContain('۱۰ دقیقه اعتبار دارد');
  });

  test('turn off again with a code of theirs', async () => {
    const { p, token, to } = await withSent(method);
    await p.ok(twoFactor.sendCode, { method }, { token });
    const { twoFactor: after } = await p.ok(twoFactor.disable, { method, code: await mailedCode(p, to) }, { token });
    expect([after[method].enabled, after.recoveryLeft]).toEqual([false, 0]);
    await p.signIn();
  });
});

describe('recovery codes', () => {
  test('another customer’s code is none', async () => {
    const { p } = await withTotp();
    const theirs = await enableTotp(p, await p.signIn(demo.second));
    expect((await verify(p, await challengeOf(p), 'recovery', theirs.recoveryCodes[0] ?? '')).status).toBe(422);
  });
});
