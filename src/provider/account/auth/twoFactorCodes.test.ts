import { describe, expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import {
  addMobileNumber,
  enableTotp,
  entries,
  lastEntry,
  mailedCode,
  mobile,
  other,
  requestChallenge,
  right,
  verify,
  withSent,
  withTotp,
} from '../../../../tests/support/twoFactor.ts';
import { auth, type Challenge } from '../../../lib/contract/account/auth.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { MINUTE } from '../../../lib/time.ts';

describe.each(['email', 'sms'] as const)('codes by %s', (method) => {
  test('are sent at sign-in by themselves, and sign in once', async () => {
    const { p, to } = await withSent(method);
    const challenge = await requestChallenge(p);
    expect(challenge).toMatchObject({
      methods: [method, 'recovery'],
      sentTo: method === 'email' ? 'd•••@nasim.example' : '•••4567',
      retryAfter: 60,
    });
    const code = await mailedCode(p, to);
    expect(JSON.stringify(await stored(p, 'verification'))).not.toContain(code);
    expect((await verify(p, challenge, method, other(code))).body.code).toBe('auth:error.code');
    const waiting = await requestChallenge(p);
    expect((await verify(p, challenge, method, code)).status).toBe(200);
    expect((await verify(p, waiting, method, code)).body.code).toBe('auth:error.codeExpired');
    p.clock.now += MINUTE;
    const next = await requestChallenge(p);
    const fresh = await mailedCode(p, to);
    if (fresh !== code) expect((await verify(p, next, method, code)).body.code).toBe('auth:error.code');
    expect((await verify(p, next, method, fresh)).status).toBe(200);
  });

  test('go out once a minute; until then the code that is on its way stays good, also for a new sign-in', async () => {
    const { p, to } = await withSent(method);
    await requestChallenge(p);
    const first = await mailedCode(p, to);
    p.clock.now += 20_000;
    const again = await requestChallenge(p);
    expect(again).toMatchObject({ sentTo: expect.any(String), retryAfter: 40 });
    const { challengeId } = again;
    const soon = await p.try(twoFactor.signInSendCode, { challengeId, method });
    expect(soon).toMatchObject({ status: 429, body: { retryAfter: 40 } });
    expect(soon.headers.get('retry-after')).toBe('40');
    expect(await mailedCode(p, to)).toBe(first);
    p.clock.now += 40_000;
    expect(await p.ok(twoFactor.signInSendCode, { challengeId, method })).toEqual({ sentTo: again.sentTo, retryAfter: 60 });
    expect(await lastEntry(p)).toMatchObject({ action: 'secondStep', call: 'twoFactor.signInSendCode' });
    const second = await mailedCode(p, to);
    // Of two codes the newer is good.
    if (first !== second) expect((await verify(p, again, method, first)).body.code).toBe('auth:error.code');
    expect((await verify(p, again, method, second)).status).toBe(200);
  });

  test('are good for ten minutes, and for what they were sent for', async () => {
    const { p, token, to } = await withSent(method);
    await p.ok(twoFactor.sendCode, { method }, { token });
    const forSettings = await mailedCode(p, to);
    const challenge = await requestChallenge(p);
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
    await requestChallenge(p);
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

describe('text messages', () => {
  test('need a number, and go to the one that was proven', async () => {
    const { p, token } = await signedIn();
    expect((await p.try(twoFactor.sendCode, { method: 'sms' }, { token })).body.code).toBe('auth:error.noMobile');
    expect((await p.try(twoFactor.enable, { method: 'sms', code: '123456' }, { token })).status).toBe(409);
    await addMobileNumber(p);
    await p.ok(twoFactor.sendCode, { method: 'sms' }, { token });
    const [letter] = await p.provider.mailbox();
    expect(letter).toMatchObject({ channel: 'sms', to: mobile, subject: '', text: expect.stringMatching(/^\d{6} is your code/) });
    await p.ok(twoFactor.enable, { method: 'sms', code: await mailedCode(p, mobile) }, { token });
    await updateStored(p, 'user', { email: demo.email }, { mobile: '+989120000000' });
    p.clock.now += MINUTE;
    expect((await requestChallenge(p)).sentTo).toBe('•••4567');
    expect((await p.ok(twoFactor.get, {}, { token })).twoFactor.sms).toEqual({ enabled: true, mobile });
  });

  test('are not promised where mails go out for real and no gateway is there', async () => {
    const p = await startProvider({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    await addMobileNumber(p);
    const token = await p.signIn();
    expect((await p.try(twoFactor.sendCode, { method: 'sms' }, { token })).body.code).toBe('auth:error.noSms');
  });
});

describe('recovery codes', () => {
  test('sign in once each, in any case and with or without the dash, and the customer hears of it', async () => {
    const { p, token, recoveryCodes } = await withTotp();
    const [first = '', second = ''] = recoveryCodes;
    expect((await verify(p, await requestChallenge(p), 'recovery', ` ${first.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
    const mail = await p.lastMail(demo.email);
    expect(mail?.subject).toBe('A recovery code was used to sign in');
    expect(mail?.body).toMatch(/from IP address 192\.0\.2\.1\. Recovery codes left: 9\./);
    expect((await p.ok(twoFactor.get, {}, { token })).twoFactor.recoveryLeft).toBe(9);
    const again = await verify(p, await requestChallenge(p), 'recovery', first);
    expect(again).toMatchObject({ status: 422, body: { code: 'auth:error.recoveryCode' } });
    expect((await verify(p, await requestChallenge(p), 'recovery', second)).status).toBe(200);
  });

  test('of 20 at once with one code exactly one succeeds', async () => {
    const { p, recoveryCodes } = await withTotp();
    const challenges = [];
    for (let i = 0; i < 20; i++) challenges.push(await requestChallenge(p));
    const answers = await Promise.all(
      challenges.map((challenge, i) => verify(p, challenge, 'recovery', recoveryCodes[0] ?? '', {}, `198.51.100.${i}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('no longer offered when none is left; new ones end the old ones', async () => {
    const { p, token, recoveryCodes } = await withTotp();
    await updateStored(p, 'recoveryCode', {}, { usedAt: p.clock.now });
    expect((await requestChallenge(p)).methods).toEqual(['totp']);
    const fresh = await p.ok(twoFactor.regenerate, {}, { token });
    expect(fresh.recoveryCodes).toHaveLength(10);
    expect((await p.lastMail(demo.email))?.subject).toBe('New recovery codes were created');
    expect((await verify(p, await requestChallenge(p), 'recovery', recoveryCodes[1] ?? '')).status).toBe(422);
    expect((await verify(p, await requestChallenge(p), 'recovery', fresh.recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await entries(p)).filter(({ entityType }) => entityType === 'recoveryCodes')).toHaveLength(1);
  });

  test('need a second step that is on', async () => {
    const { p, token } = await signedIn();
    expect((await p.try(twoFactor.regenerate, {}, { token })).body.code).toBe('auth:error.methodOff');
  });

  test('another customer’s code is none', async () => {
    const { p } = await withTotp();
    const theirs = await enableTotp(p, await p.signIn(demo.second));
    expect((await verify(p, await requestChallenge(p), 'recovery', theirs.recoveryCodes[0] ?? '')).status).toBe(422);
  });
});
