import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { entries, mailedCode, other } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { withoutMarks } from '../../../lib/format/isolate.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { MINUTE } from '../../../lib/time.ts';

const email = 'mina@nasim.example';
const form = { email, password: 'a-long-password', accountType: 'business', acceptTerms: true } as const;

const start = async (p: TestProvider, locale?: Locale) => {
  // Additional fields are ignored.
  const sent = { ...form, staffRole: 'admin', balance: 1, isDemo: true, userId: 'x' };
  const { body } = await p.try(auth.register, sent, { ...(locale && { locale }) });
  const verificationId = (body.verification as { verificationId: string }).verificationId;
  return { verificationId, code: await mailedCode(p, email) };
};

describe('register', () => {
  test('verifies the address with a code, creates the account and signs in', async () => {
    const p = await startProvider();
    const sent = await start(p);
    expect((await p.try(auth.login, { username: email, password: form.password })).status).toBe(422);
    const { body } = await p.try(auth.registerVerify, sent);
    const token = String(body.token);
    const expected = { email, accountType: 'business', emailVerified: true, language: 'en', staffRole: null, isDemo: false };
    expect((await p.ok(auth.profile, {}, { token })).profile).toMatchObject(expected);
    expect((await p.ok(domain.list, {}, { token })).domains).toEqual([]);
    await p.signIn(email, form.password);
    const log = (await entries(p)).filter(({ call }) => call?.startsWith('auth.register'));
    expect(log.map(({ call, action }) => [call, action])).toEqual([
      ['auth.register', 'request'],
      ['auth.registerVerify', 'create'],
    ]);
    expect(JSON.stringify(log)).not.toContain(form.password);
  });

  test.each([
    ['fa', /^کد شما \d{6} است$/, 'به نسیم خوش آمدید.'],
    ['es', /^Tu código es \d{6}$/, 'Te damos la bienvenida a Nasim.'],
  ] as const)('writes in the language of the visitor, and so does the account afterward (%s)', async (locale, subject, hello) => {
    const p = await startProvider();
    const sent = await start(p, locale);
    const mail = await p.lastMail(email);
    expect(mail?.subject).toMatch(subject);
    expect(withoutMarks(mail?.body ?? '')).toContain(hello);
    const { body } = await p.try(auth.registerVerify, sent);
    expect((await p.ok(auth.profile, {}, { token: String(body.token) })).profile.language).toBe(locale);
  });

  test('responds alike for an address with an account; only its email says so', async () => {
    const p = await startProvider();
    const fresh = await p.try(auth.register, { ...form, email: 'dina@nasim.example' });
    const known = await p.try(auth.register, { ...form, email: demo.email });
    const shape = ({ body }: typeof known) => ({ ...(body.verification as object), verificationId: '' });
    expect([fresh.status, known.status]).toEqual([200, 200]);
    expect(shape(known)).toEqual(shape(fresh));
    expect((await p.lastMail(demo.email))?.subject).toBe('You already have an account');
    const guessAt = ({ body }: typeof known) => p.try(auth.registerVerify, { ...(body.verification as object), code: '123456' });
    const [guess, freshGuess] = [await guessAt(known), await guessAt(fresh)];
    expect({ ...guess.body, requestId: '' }).toEqual({ ...freshGuess.body, requestId: '' });
    await p.signIn();
  });

  test('sends one code per minute to an address, counting register and resend together', async () => {
    for (const address of [email, demo.email]) {
      const p = await startProvider();
      const { verification } = await p.ok(auth.register, { ...form, email: address });
      expect((await p.try(auth.register, { ...form, email: address })).status).toBe(429);
      expect(await p.try(auth.registerResend, verification)).toMatchObject({ status: 429, body: { retryAfter: 60 } });
      p.clock.now += MINUTE;
      expect(await p.ok(auth.registerResend, { verificationId: verification.verificationId })).toEqual({ retryAfter: 60 });
      expect((await p.try(auth.register, { ...form, email: address })).status).toBe(429);
    }
  });

  test('reports what is wrong with each field', async () => {
    const p = await startProvider();
    const { status, body } = await p.try(auth.register, { email: 'mina', password: 'short', accountType: 'other', acceptTerms: false });
    expect(status).toBe(422);
    expect(body.fields).toEqual({
      email: 'Enter an email address, such as name@example.com.',
      password: 'Use at least 8 characters.',
      accountType: 'Choose one of the options.',
      acceptTerms: 'Accept the terms to continue.',
    });
  });
});

describe('verify', () => {
  test('a code works once, within ten minutes', async () => {
    const p = await startProvider();
    const sent = await start(p);
    expect((await p.try(auth.registerVerify, sent)).status).toBe(200);
    expect(await p.try(auth.registerVerify, sent)).toMatchObject({ status: 422, body: { code: 'auth:error.codeExpired' } });
    const late = await startProvider();
    const sentLate = await start(late);
    late.clock.now += 10 * MINUTE;
    expect(await late.try(auth.registerVerify, sentLate)).toMatchObject({ status: 422, body: { code: 'auth:error.codeExpired' } });
  });

  test('a resent code replaces the first, with its own attempts', async () => {
    const p = await startProvider();
    const { verificationId, code } = await start(p);
    for (let i = 0; i < 5; i++) await p.try(auth.registerVerify, { verificationId, code: other(code) });
    expect(await p.try(auth.registerVerify, { verificationId, code })).toMatchObject({
      status: 422,
      body: { code: 'auth:error.codeExpired' },
    });
    p.clock.now += MINUTE;
    await p.ok(auth.registerResend, { verificationId });
    const again = await mailedCode(p, email);
    if (again !== code) expect((await p.try(auth.registerVerify, { verificationId, code })).status).toBe(422);
    expect((await p.try(auth.registerVerify, { verificationId, code: again })).status).toBe(200);
  });

  test('ten attempts, then 429, right or wrong', async () => {
    const p = await startProvider();
    const { verificationId, code } = await start(p);
    const statuses = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await p.try(auth.registerVerify, { verificationId, code: other(code) }, { ip: `192.0.2.${i}` })).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    expect((await p.try(auth.registerVerify, { verificationId, code })).status).toBe(429);
  });

  test('a network with many wrong attempts is blocked', async () => {
    const p = await startProvider();
    const statuses = [];
    for (let i = 0; i < 31; i++)
      statuses.push((await p.try(auth.registerVerify, { verificationId: `nothing-${i}`, code: '123456' })).status);
    expect(statuses.indexOf(429)).toBe(30);
  });

  test('of two registrations of one address, the first verified one succeeds', async () => {
    const p = await startProvider();
    const first = await start(p);
    p.clock.now += MINUTE;
    const second = await start(p);
    const answers = await Promise.all([p.try(auth.registerVerify, first), p.try(auth.registerVerify, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await stored(p, 'user', { email })).toHaveLength(1);
  });

  test('a password reset code isn’t valid for registration, and vice versa', async () => {
    const p = await startProvider();
    const { verificationId, code } = await start(p);
    expect((await p.try(auth.reset, { resetId: verificationId, code, newPassword: 'another-password' })).status).toBe(422);
    expect((await p.try(auth.registerVerify, { verificationId, code })).status).toBe(200);
  });

  test('a resend without a registration reports an expired code', async () => {
    const p = await startProvider();
    expect(await p.try(auth.registerResend, { verificationId: 'nothing' }, { locale: 'es' })).toMatchObject({
      status: 422,
      body: { code: 'auth:error.codeExpired', message: 'Este código ya no es válido. Pide uno nuevo.' },
    });
  });
});
