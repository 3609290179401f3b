import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { mailedCode, other } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { MINUTE } from '../../../lib/time.ts';
import { checkPassword, hashPassword } from '../proof/passwords.ts';

const fresh = 'another-good-password';

const requestReset = async (p: TestProvider, username: string = demo.email) => {
  const { reset } = await p.ok(auth.forgot, { username });
  return { resetId: reset.resetId, code: await mailedCode(p, username) };
};

describe('forgot', () => {
  test('responds alike for an account and an unknown address; only the account gets an email', async () => {
    const p = await startProvider();
    const known = await p.try(auth.forgot, { username: demo.email });
    const unknown = await p.try(auth.forgot, { username: 'demo@nobody.example' });
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const shape = ({ body }: typeof known) => ({ ...(body.reset as object), resetId: '' });
    expect(shape(unknown)).toEqual({ ...shape(known), sentTo: 'd•••@nobody.example' });
    expect(shape(known)).toMatchObject({
      sentTo: 'd•••@nasim.example',
      retryAfter: 60,
      expiresAt: new Date(p.clock.now + 10 * MINUTE).toISOString(),
    });
    expect((await p.try(auth.forgot, { username: 'x y' })).body.fields).toHaveProperty('username');
    expect(await p.lastMail('demo@nobody.example')).toBeUndefined();
    expect((await p.lastMail(demo.email))?.body).toMatch(/^Your password reset code is \d{6}\. It’s valid for 10 minutes\./);
  });

  test('sends one code per minute and five per hour, for an account and an unknown address', async () => {
    for (const username of [demo.email, 'nobody@nasim.example']) {
      const p = await startProvider();
      await p.ok(auth.forgot, { username });
      const second = await p.try(auth.forgot, { username }, { ip: '192.0.2.7' });
      expect(second).toMatchObject({ status: 429, body: { retryAfter: 60 } });
      expect(second.headers.get('retry-after')).toBe('60');
      for (let i = 0; i < 4; i++) {
        p.clock.now += MINUTE;
        expect((await p.try(auth.forgot, { username })).status).toBe(200);
      }
      p.clock.now += MINUTE;
      expect((await p.try(auth.forgot, { username })).status).toBe(429);
    }
  });

  test('stores the code as a hash', async () => {
    const p = await startProvider();
    const { code } = await requestReset(p);
    const rows = await stored(p, 'verification');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('reset', () => {
  test('sets the password once, ends every session and resets the counted attempts', async () => {
    const p = await startProvider();
    const sessions = [await p.signIn(), await p.signIn()];
    for (let i = 0; i < 10; i++) await p.try(auth.login, { username: demo.email, password: 'forgotten' });
    const { resetId, code } = await requestReset(p);
    await p.ok(auth.reset, { resetId, code, newPassword: fresh });
    for (const token of sessions) expect((await p.try(auth.profile, {}, { token })).status).toBe(401);
    for (const lt of sessions) expect((await p.try(auth.refresh, {}, { headers: { lt } })).status).toBe(401);
    expect((await p.try(auth.login, { username: demo.email, password: demo.password })).status).toBe(422);
    await p.signIn(demo.email, fresh);
    expect(await p.try(auth.reset, { resetId, code, newPassword: 'a-third-password' })).toMatchObject({
      status: 422,
      body: { code: 'auth:error.codeExpired' },
    });
    const log = await stored(p, 'changeLog', { call: 'auth.reset' });
    expect(log.map(({ action, entityType }) => [action, entityType])).toEqual([
      ['update', 'password'],
      ['signInRefused', 'passwordReset'],
    ]);
    expect(JSON.stringify(log)).not.toContain(fresh);
  });

  test('refuses the current password and keeps the code', async () => {
    const p = await startProvider();
    const { resetId, code } = await requestReset(p);
    const same = await p.try(auth.reset, { resetId, code, newPassword: demo.password });
    expect(same).toMatchObject({
      status: 422,
      body: { code: 'auth:error.samePassword', fields: { newPassword: 'This is your current password. Choose a different one.' } },
    });
    await p.ok(auth.reset, { resetId, code, newPassword: fresh });
  });

  test('doesn’t reveal the current password to someone without the code', async () => {
    const p = await startProvider();
    const { resetId, code } = await requestReset(p);
    const same = await p.try(auth.reset, { resetId, code: other(code), newPassword: demo.password });
    const different = await p.try(auth.reset, { resetId, code: other(code), newPassword: fresh });
    expect({ ...same.body, requestId: '' }).toEqual({ ...different.body, requestId: '' });
    expect(same.body.fields).toEqual({ code: 'This code is incorrect. Check it and try again.' });
  });

  test('a code is valid for ten minutes', async () => {
    const p = await startProvider();
    const { resetId, code } = await requestReset(p);
    p.clock.now += 10 * MINUTE;
    expect(await p.try(auth.reset, { resetId, code, newPassword: fresh }, { locale: 'fa' })).toMatchObject({
      status: 422,
      body: { code: 'auth:error.codeExpired', fields: { code: 'این کد دیگر معتبر نیست. کد جدیدی بخواهید.' } },
    });
  });

  test('of two codes only the newer one is valid', async () => {
    const p = await startProvider();
    const older = await requestReset(p);
    p.clock.now += MINUTE;
    const newer = await requestReset(p);
    expect((await p.try(auth.reset, { ...older, newPassword: fresh })).status).toBe(422);
    await p.ok(auth.reset, { ...newer, newPassword: fresh });
  });

  test('after five wrong attempts the code is invalid, and new codes don’t give unlimited attempts', async () => {
    const p = await startProvider();
    const statuses: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { resetId, code } = await requestReset(p);
      for (let i = 0; i < 5; i++) {
        const input = { resetId, code: other(code), newPassword: fresh };
        const { status, body } = await p.try(auth.reset, input, { ip: `192.0.2.${round * 10 + i}` });
        statuses.push(`${status} ${body.code}`);
      }
      const last = await p.try(auth.reset, { resetId, code, newPassword: fresh }, { ip: '198.51.100.1' });
      expect(last.status === 200).toBe(false);
      p.clock.now += MINUTE;
    }
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill('422 auth:error.code'));
    expect(statuses.slice(-4)).toEqual(Array(4).fill('429 error:tooManyRequests'));
  });

  test('ten attempts at one code, then 429 with Retry-After, even for the right code', async () => {
    for (const unknown of [false, true]) {
      const p = await startProvider();
      const real = await requestReset(p);
      const { resetId, code } = unknown ? { resetId: 'nothing', code: '123456' } : real;
      const statuses = [];
      for (let i = 0; i < 10; i++)
        statuses.push((await p.try(auth.reset, { resetId, code: other(code), newPassword: fresh }, { ip: `192.0.2.${i}` })).status);
      expect(statuses).toEqual(Array(10).fill(422));
      const locked = await p.try(auth.reset, { resetId, code, newPassword: fresh }, { ip: '198.51.100.1' });
      expect(locked.status).toBe(429);
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('another account’s code isn’t accepted', async () => {
    const p = await startProvider();
    const [mine, theirs] = [await requestReset(p, demo.second), await requestReset(p)];
    const code = mine.code === theirs.code ? other(mine.code) : mine.code;
    expect((await p.try(auth.reset, { resetId: theirs.resetId, code, newPassword: fresh })).status).toBe(422);
    await p.signIn();
  });

  test('of ten resets at once with the right code, one succeeds', async () => {
    const p = await startProvider();
    const { resetId, code } = await requestReset(p);
    const attempt = (_: unknown, i: number) => p.try(auth.reset, { resetId, code, newPassword: `${fresh}-${i}` });
    const answers = await Promise.all(Array.from({ length: 10 }, attempt));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('after a sign-in with the old password and a reset at the same time, no session is left', async () => {
    const p = await startProvider();
    const { resetId, code } = await requestReset(p);
    const [signIn] = await Promise.all([
      p.try(auth.login, { username: demo.email, password: demo.password }),
      p.ok(auth.reset, { resetId, code, newPassword: fresh }),
    ]);
    expect((await stored(p, 'session')).filter(({ endedAt }) => endedAt === null)).toEqual([]);
    if (signIn.status === 200) expect((await p.try(auth.profile, {}, { token: String(signIn.body.token) })).status).toBe(401);
  });
});

describe('passwords', () => {
  test('are salted and compared completely: long ones aren’t truncated, and characters aren’t changed', async () => {
    const long = 'پ'.repeat(100);
    const hash = await hashPassword(long, 12);
    expect(hash).toMatch(/^scrypt\$4096\$8\$1\$/);
    expect(await hashPassword(long, 12)).not.toBe(hash);
    expect(await checkPassword(long, hash, 12)).toBe(true);
    expect(await checkPassword(long.slice(1), hash, 12)).toBe(false);
    expect(await checkPassword('cafe\u0301-noir', await hashPassword('caf\u00e9-noir', 12), 12)).toBe(true);
    expect(await checkPassword('anything', null, 12)).toBe(false);
  });

  test('a flood of one network waits for itself: it is refused beyond its places, others and known browsers aren’t', async () => {
    const hash = await hashPassword('right', 12);
    const done: string[] = [];
    const check = (name: string, known: boolean, signal?: AbortSignal) =>
      checkPassword('right', hash, 12, { key: name, known, ...(signal && { signal }) }).then((right) => {
        done.push(name);
        return right;
      });
    const flood = Promise.allSettled(Array.from({ length: 40 }, () => check('flood', false)));
    const left = new AbortController();
    const leaving = check('left', false, left.signal);
    left.abort(new Error('left'));
    await expect(leaving).rejects.toThrow('left');
    expect(await Promise.all([check('honest', false), check('known', true)])).toEqual([true, true]);
    const refused = (await flood).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    // One or two run, depending on the cores, and 24 wait.
    expect([14, 15]).toContain(refused.length);
    expect(refused.map(({ status, details }) => [status, details.retryAfter])).toEqual(refused.map(() => [503, 5]));
    expect(done.indexOf('honest')).toBeLessThan(10);
    expect(done.indexOf('known')).toBeLessThan(10);
    expect(done).not.toContain('left');
  });

  test('many at once all get a response', async () => {
    const hash = await hashPassword('right', 12);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => checkPassword(i % 2 ? 'right' : 'wrong', hash, 12)));
    expect(answers).toEqual(Array.from({ length: 24 }, (_, i) => i % 2 === 1));
  });
});
