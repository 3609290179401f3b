import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { lastEntry, mailedCode, other, sixIn } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { type ProfileForm, profile } from '../../../lib/contract/account/profile.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { MINUTE } from '../../../lib/time.ts';

const legal = { name: '', economicCode: '', nationalId: '', registrationNumber: '' };
const form: ProfileForm = {
  accountType: 'personal',
  firstName: 'Sara',
  lastName: 'Amini',
  country: 'IR',
  nationalCode: '0499370899',
  postalCode: '1619735744',
  address: 'خیابان ولیعصر، تهران',
  legal,
};
const company = { name: 'نسیم شمال', economicCode: '10380284790', nationalId: '10380284790', registrationNumber: '28479' };
const newest = async (p: TestProvider, to: string) => (await p.lastMail(to))?.subject;

describe('the details of a profile', () => {
  test('are saved, read back and logged', async () => {
    const { p, token } = await signedIn();
    const saved = await p.ok(profile.edit, { ...form, nationalCode: '۰۴۹۹۳۷۰۸۹۹' }, { token });
    expect(saved.profile).toMatchObject({ nationalCode: '0499370899', address: form.address, missing: ['mobile'] });
    expect((await p.ok(auth.profile, {}, { token })).profile).toEqual(saved.profile);
    expect(await lastEntry(p)).toMatchObject({ action: 'update', entityType: 'profile' });
  });

  test('a business has legal details; a personal account keeps none', async () => {
    const { p, token } = await signedIn();
    const business = await p.ok(profile.edit, { ...form, accountType: 'business', legal: company }, { token });
    expect(business.profile).toMatchObject({ accountType: 'business', legal: company, missing: ['mobile'] });
    const personal = await p.ok(profile.edit, { ...form, legal: company }, { token });
    expect(personal.profile).toMatchObject({ accountType: 'personal', legal });
  });

  test('a wrong value is refused with its own message', async () => {
    const { p, token } = await signedIn();
    const business = (change: object) => ({ accountType: 'business' as const, legal: { ...company, ...change } });
    for (const [field, change, message] of [
      ['firstName', { firstName: ' ' }, 'Enter your first name.'],
      ['lastName', { lastName: '' }, 'Enter your last name.'],
      ['firstName', { firstName: '<b>' }, 'This value isn’t valid.'],
      ['country', { country: 'XX' }, 'Choose a country from the list.'],
      ['nationalCode', { nationalCode: '0499370898' }, 'This national code isn’t valid. Check its 10 digits.'],
      ['postalCode', { postalCode: '0619735744' }, 'An Iranian postal code has 10 digits; the first four contain no 0 or 2. Check it.'],
      ['postalCode', { country: 'DE', postalCode: '?!' }, 'This postal code isn’t valid. Use letters, digits, spaces and hyphens.'],
      ['legal.name', { accountType: 'business' }, 'Enter the registered name of the company.'],
      ['legal.nationalId', business({ nationalId: '10380284791' }), 'This legal national ID isn’t valid. Check its 11 digits.'],
      ['legal.economicCode', business({ economicCode: '123' }), 'An economic code has 11, 12 or 14 digits. Check it.'],
      ['legal.registrationNumber', business({ registrationNumber: '12345678901' }), 'A registration number has up to 10 digits. Check it.'],
    ] as [string, Partial<ProfileForm>, string][]) {
      const { status, body } = await p.try(profile.edit, { ...form, ...change }, { token });
      expect([status, body.fields], String(field)).toEqual([422, { [field]: message }]);
    }
  });
});

describe('another email address', () => {
  test('takes effect once its code was entered; the old address is notified', async () => {
    const { p, token } = await signedIn();
    const { verification } = await p.ok(profile.changeEmail, { email: 'Sara@New.example' }, { token });
    expect(verification.sentTo).toBe('s•••@new.example');
    const code = await mailedCode(p, 'sara@new.example');
    expect((await p.ok(auth.profile, {}, { token })).profile.email).toBe(demo.email);
    const wrong = await p.try(profile.verify, { verificationId: verification.verificationId, code: other(code) }, { token });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'auth:error.code' } });
    const right = { verificationId: verification.verificationId, code };
    // Another account can't use the code, whose address isn't its own.
    expect((await p.try(profile.verify, right, { token: await p.signIn(demo.second) })).status).toBe(404);
    expect((await p.ok(profile.verify, right, { token })).profile).toMatchObject({ email: 'sara@new.example', emailVerified: true });
    expect(await newest(p, demo.email)).toBe('The email address of your account was changed');
    expect((await p.try(profile.verify, right, { token })).status).toBe(422);
    await p.signIn('sara@new.example');
    expect((await p.try(auth.login, { username: demo.email, password: demo.password })).status).toBe(422);
  });

  test('an address with an account gets the same response and can’t be used', async () => {
    const { p, token } = await signedIn();
    const { verification } = await p.ok(profile.changeEmail, { email: demo.second }, { token });
    expect(await newest(p, demo.second)).toBe('This email address already has an account');
    expect(verification.sentTo).toBe('s•••@nasim.example');
    const same = await p.try(profile.changeEmail, { email: demo.email }, { token });
    expect(same.body.fields).toEqual({ email: 'This is your current email.' });
  });

  test('of two accounts that verify one address, the first gets it', async () => {
    const p = await startProvider();
    const [one, two] = [await p.signIn(), await p.signIn(demo.second)];
    const first = (await p.ok(profile.changeEmail, { email: 'both@new.example' }, { token: one })).verification;
    const firstCode = await mailedCode(p, 'both@new.example');
    p.clock.now += MINUTE;
    const second = (await p.ok(profile.changeEmail, { email: 'both@new.example' }, { token: two })).verification;
    const secondCode = await mailedCode(p, 'both@new.example');
    await p.ok(profile.verify, { verificationId: first.verificationId, code: firstCode }, { token: one });
    const late = await p.try(profile.verify, { verificationId: second.verificationId, code: secondCode }, { token: two });
    expect(late).toMatchObject({ status: 422, body: { code: 'profile:error.emailTaken' } });
  });

  test('requires a sign-in or password confirmation in the last 10 minutes', async () => {
    const { p, token } = await signedIn();
    p.clock.now += 10 * MINUTE;
    const late = await p.try(profile.changeEmail, { email: 'sara@new.example' }, { token });
    expect(late).toMatchObject({ status: 409, body: { code: 'auth:error.confirm' } });
    expect((await p.try(profile.changeMobile, { mobile: '+989121234567' }, { token })).body.code).toBe('auth:error.confirm');
    expect((await p.try(password.confirm, { password: 'wrong-one' }, { token })).body.code).toBe('auth:error.password');
    await p.ok(password.confirm, { password: demo.password }, { token });
    await p.ok(profile.changeEmail, { email: 'sara@new.example' }, { token });
    p.clock.now += 10 * MINUTE;
    expect((await p.try(profile.changeEmail, { email: 'sara@newer.example' }, { token })).status).toBe(409);
  });
});

describe('a mobile number', () => {
  test('is verified with a code by text message', async () => {
    const { p, token } = await signedIn();
    const { verification } = await p.ok(profile.changeMobile, { mobile: '0912 123 4567' }, { token });
    expect(verification.sentTo).toBe('•••4567');
    const code = sixIn((await p.lastMail('+989121234567'))?.body);
    const saved = await p.ok(profile.verify, { verificationId: verification.verificationId, code }, { token });
    expect(saved.profile).toMatchObject({ mobile: '+989121234567', mobileVerified: true });
    expect(await newest(p, demo.email)).toBe('The mobile number of your account was changed');
    const same = await p.try(profile.changeMobile, { mobile: '+98 912 123 4567' }, { token });
    expect(same.body.fields).toEqual({ mobile: 'This is your current mobile number.' });
  });

  test('is refused if invalid, and if text messages can’t be sent', async () => {
    const p = await startProvider({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    const token = await p.signIn();
    const wrong = await p.try(profile.changeMobile, { mobile: '12' }, { token });
    expect(wrong.body.fields?.mobile).toContain('This isn’t a valid mobile number.');
    expect((await p.try(profile.changeMobile, { mobile: '+989121234567' }, { token })).body.code).toBe('auth:error.noSms');
  });
});

describe('the password', () => {
  const change = (p: TestProvider, token: string, newPassword: string, currentPassword: string = demo.password) =>
    p.try(password.change, { currentPassword, newPassword }, { token });

  test('is changed; other sessions end, and the owner is notified', async () => {
    const p = await startProvider();
    const [token, elsewhere] = [await p.signIn(), await p.signIn()];
    expect((await change(p, token, 'another-long-one')).status).toBe(200);
    expect((await p.try(auth.profile, {}, { token: elsewhere })).status).toBe(401);
    expect((await p.try(auth.profile, {}, { token })).status).toBe(200);
    expect(await newest(p, demo.email)).toBe('Your password was changed');
    expect((await p.try(auth.login, { username: demo.email, password: demo.password })).status).toBe(422);
    await p.signIn(demo.email, 'another-long-one');
  });

  test('a wrong current or new password is refused at its field', async () => {
    const { p, token } = await signedIn();
    for (const [field, message, next, current] of [
      ['currentPassword', 'The password is incorrect.', 'another-long-one', 'not-my-password'],
      ['newPassword', 'This is your current password. Choose a different one.', demo.password, demo.password],
      ['newPassword', 'This password is one of the first that attackers try. Choose a less common one.', 'P@ssw0rd2024', demo.password],
      ['newPassword', 'Use at least 8 characters.', 'qwerty', demo.password],
    ] as const) {
      const { status, body } = await change(p, token, next, current);
      expect([status, body.fields], String(field)).toEqual([422, { [field]: message }]);
      await p.signIn();
    }
  });

  test('attempts of a signed-in caller are limited for all calls together', async () => {
    const { p, token } = await signedIn();
    for (let guess = 0; guess < 10; guess++) await p.try(password.confirm, { password: `guess-${guess}` }, { token });
    const { status, headers } = await change(p, token, 'another-long-one');
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
