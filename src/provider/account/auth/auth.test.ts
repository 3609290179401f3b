import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { entries, lastEntry, right } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { MINUTE } from '../../../lib/time.ts';
import { TOKEN_MS } from '../../core/session/tokens.ts';
import { makeProvider } from '../../index.ts';

const wrong = { ...right, password: 'not-the-password' };
const profileWith = (p: TestProvider, token: string) => p.try(auth.profile, {}, { token });
const refreshWith = (p: TestProvider, token: string) => p.try(auth.refresh, {}, { headers: { lt: token } });
const sessionToken = ({ body }: { body: Record<string, unknown> }) => String(body.token);

describe('login', () => {
  test('creates a session, regardless of the case of the address, and logs it', async () => {
    const p = await startProvider();
    const { status, body } = await p.try(auth.login, { ...right, username: '  Demo@NASIM.example ' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['token', 'browserToken']);
    const { profile } = await p.ok(auth.profile, {}, { token: String(body.token) });
    expect(profile).toMatchObject({ email: demo.email, accountType: 'personal', emailVerified: true, staffRole: null, isDemo: true });
    expect(await lastEntry(p)).toMatchObject({
      accountId: profile.id,
      userId: profile.id,
      call: 'auth.login',
      action: 'signIn',
      ip: '192.0.2.1',
      entityName: demo.email,
    });
  });

  test('creates another session each time', async () => {
    const p = await startProvider();
    const tokens = [await p.signIn(), await p.signIn(), await p.signIn()];
    expect(new Set(tokens.map((token) => decodeJwt(token).sid)).size).toBe(3);
  });

  test('refuses a wrong password and an unknown address alike, in each language, and logs both', async () => {
    const p = await startProvider();
    for (const [locale, message] of [
      ['en', 'The email or password is incorrect.'],
      ['fa', 'ایمیل یا گذرواژه درست نیست.'],
      ['es', 'El correo o la contraseña no son correctos.'],
    ] as const) {
      const known = await p.try(auth.login, wrong, { locale });
      const unknown = await p.try(auth.login, { ...wrong, username: 'nobody@nasim.example' }, { locale });
      expect(known, locale).toMatchObject({ status: 422, body: { code: 'auth:error.credentials', message } });
      expect({ ...unknown.body, requestId: '' }, locale).toEqual({ ...known.body, requestId: '' });
      expect(unknown.status, locale).toBe(known.status);
      const [first, second] = (await entries(p)).slice(-2);
      expect([first?.action, second?.action], locale).toEqual(['signInRefused', 'signInRefused']);
      expect([first?.accountId === null, second?.accountId === null], locale).toEqual([false, true]);
      expect(JSON.stringify([first, second]), locale).not.toContain(wrong.password);
    }
  });

  test('hashes for an unknown address too, so that the response time is the same', { timeout: 60_000 }, async () => {
    const p = await startProvider({ env: { PASSWORD_COST: '14' } });
    const timeOf = async (username: string) => {
      const start = performance.now();
      await p.try(auth.login, { username, password: 'not-the-password' });
      return performance.now() - start;
    };
    // In turns, and the fastest of each: whatever else the machine does only adds to a time.
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 4; round++) {
      known.push(await timeOf(demo.email));
      unknown.push(await timeOf('nobody@nasim.example'));
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
  });

  test('a locked network is refused with the right password too, with the remaining time', async () => {
    const p = await startProvider();
    const codes = [];
    for (let i = 0; i < 11; i++) codes.push(await p.try(auth.login, wrong, { ip: `192.0.2.${i}` }));
    expect(codes.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(422));
    expect(codes[10]).toMatchObject({ status: 429, body: { code: 'error:tooManyRequests', retryAfter: 900 } });
    expect(codes[10]?.headers.get('retry-after')).toBe('900');
    p.clock.now += 10 * MINUTE;
    const locked = await p.try(auth.login, right, { ip: '192.0.2.77', locale: 'fa' });
    expect(locked).toMatchObject({ status: 429, body: { retryAfter: 300 } });
    expect(locked.body.message).toContain('۳۰۰');
    p.clock.now += 5 * MINUTE;
    expect((await p.try(auth.login, right)).status).toBe(200);
  });

  test('the right password resets the count', async () => {
    const p = await startProvider();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) expect((await p.try(auth.login, wrong, { ip: `192.0.${round}.${i}` })).status).toBe(422);
      expect((await p.try(auth.login, right, { ip: `198.51.100.${round}` })).status).toBe(200);
    }
  });

  test('of 20 attempts at once, no more pass than sequentially', async () => {
    const p = await startProvider();
    const answers = await Promise.all(Array.from({ length: 20 }, () => p.try(auth.login, wrong)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('an unknown address is locked in the same way; a blank one is refused at its field', async () => {
    const p = await startProvider();
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await p.try(auth.login, { ...wrong, username: 'nobody@nasim.example' })).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    expect((await p.try(auth.login, { ...wrong, username: ' ' })).body.fields).toEqual({ username: 'This field is required.' });
  });
});

describe('demo accounts', () => {
  test('only work while DEMO is on, even on a store that was seeded with it', async () => {
    const { p, token } = await signedIn();
    const closed = await makeProvider({ env: { ...p.env, demo: false }, store: p.store, clock: () => p.clock.now });
    const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
      closed.answer(
        new Request(`http://provider${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(body && { body: JSON.stringify(body) }),
        }),
        { ip: '192.0.2.1' },
      );
    for (const username of [demo.email, demo.second, demo.operator]) {
      const refused = await send('POST', '/auth/login', {}, { username, password: demo.password });
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([422, 'auth:error.credentials']);
    }
    expect((await send('GET', '/auth/profile', { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await send('POST', '/auth/refresh', { lt: token }, {})).status).toBe(401);
  });

  test('the operator has no published password', async () => {
    const p = await startProvider();
    expect((await p.try(auth.login, { username: demo.operator, password: demo.password })).status).toBe(422);
  });
});

describe('refresh', () => {
  test('rotates the token; the old one is valid for a moment longer', async () => {
    const p = await startProvider();
    const first = await p.signIn();
    p.clock.now += 30 * MINUTE;
    const second = sessionToken(await refreshWith(p, first));
    expect(decodeJwt(second).sid).toBe(decodeJwt(first).sid);
    expect(decodeJwt(second).jti).not.toBe(decodeJwt(first).jti);
    expect((await profileWith(p, first)).status).toBe(200);
    p.clock.now += 59_000;
    expect((await profileWith(p, first)).status).toBe(200);
    p.clock.now += 2_000;
    expect((await profileWith(p, first)).status).toBe(401);
    expect((await profileWith(p, second)).status).toBe(200);
  });

  test('a token that is exchanged again later ends the session, also for the newest token, and the owner is told', async () => {
    const p = await startProvider();
    const elsewhere = await p.signIn();
    const first = await p.signIn();
    const second = sessionToken(await refreshWith(p, first));
    const third = sessionToken(await refreshWith(p, second));
    // Two exchanges ago: not the other tab.
    expect((await refreshWith(p, first)).status).toBe(401);
    for (const token of [first, second, third]) {
      expect((await profileWith(p, token)).status).toBe(401);
      expect((await refreshWith(p, token)).status).toBe(401);
    }
    expect((await profileWith(p, elsewhere)).status).toBe(200);
    expect((await p.lastMail(demo.email))?.subject).toBe('A session of your account was ended');

    const fourth = sessionToken(await refreshWith(p, elsewhere));
    p.clock.now += MINUTE;
    expect((await refreshWith(p, elsewhere)).status).toBe(401);
    expect((await profileWith(p, fourth)).status).toBe(401);
  });

  test('a repeated exchange has the same result for 15 s, and later ends the session, whatever program it claims to be', async () => {
    const p = await startProvider();
    const first = await p.signIn();
    const second = sessionToken(await refreshWith(p, first));
    p.clock.now += 14_000;
    expect(sessionToken(await refreshWith(p, first))).toBe(second);
    p.clock.now += 2_000;
    // The old token still ends calls in progress, but makes no new token.
    expect((await profileWith(p, first)).status).toBe(200);
    expect((await refreshWith(p, first)).status).toBe(401);
    for (const token of [first, second]) expect((await profileWith(p, token)).status).toBe(401);
    expect((await p.lastMail(demo.email))?.subject).toBe('A session of your account was ended');
  });

  test('a thief who repeats an exchange in time shares the token: the next exchange of one ends the session of both', async () => {
    const p = await startProvider();
    const first = await p.signIn();
    const [owned, stolen] = [sessionToken(await refreshWith(p, first)), sessionToken(await refreshWith(p, first))];
    p.clock.now += 11 * 60 * MINUTE;
    const third = sessionToken(await refreshWith(p, stolen));
    p.clock.now += MINUTE;
    expect((await refreshWith(p, owned)).status).toBe(401);
    expect((await profileWith(p, third)).status).toBe(401);
  });

  test('a second tab with the old token gets the token of the first tab', async () => {
    const p = await startProvider();
    const first = await p.signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshWith(p, first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => decodeJwt(sessionToken(answer)).jti)).size).toBe(1);
    const late = sessionToken(await refreshWith(p, first));
    p.clock.now += 2 * MINUTE;
    expect((await profileWith(p, late)).status).toBe(200);
  });

  test('a second exchange by another program ends the session, also right after the first', async () => {
    const p = await startProvider();
    const first = await p.signIn();
    const second = sessionToken(await refreshWith(p, first));
    expect((await p.try(auth.refresh, {}, { headers: { lt: first, 'user-agent': 'curl/8' } })).status).toBe(401);
    expect((await profileWith(p, second)).status).toBe(401);
  });

  test('accepts an expired token: the session decides, and ends after 30 days', async () => {
    const p = await startProvider();
    const first = await p.signIn();
    p.clock.now += TOKEN_MS + MINUTE;
    expect((await profileWith(p, first)).status).toBe(401);
    const second = sessionToken(await refreshWith(p, first));
    expect((await profileWith(p, second)).status).toBe(200);
    p.clock.now += 30 * 24 * 60 * MINUTE;
    expect((await refreshWith(p, second)).status).toBe(401);
  });

  test('refuses everything but a token of an active session', async () => {
    const { p, token } = await signedIn();
    const [head, body] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    for (const lt of ['', 'rubbish', `${head}.${body}.AAAA`, unsigned, token.slice(0, -2)]) {
      const answer = await refreshWith(p, lt);
      expect(answer).toMatchObject({ status: 401, body: { code: 'error:expired', message: 'Token has been expired.' } });
    }
    await p.ok(auth.logout, {}, { token });
    expect((await refreshWith(p, token)).status).toBe(401);
  });
});

describe('logout', () => {
  test('ends this session immediately, and no other', async () => {
    const p = await startProvider();
    const [here, elsewhere] = [await p.signIn(), await p.signIn()];
    await p.ok(auth.logout, {}, { token: here });
    expect((await profileWith(p, here)).status).toBe(401);
    expect((await profileWith(p, elsewhere)).status).toBe(200);
    expect(await lastEntry(p)).toMatchObject({ action: 'signOut', call: 'auth.logout', actorName: demo.email });
  });
});

describe('profile and language', () => {
  test('the language is stored in the account, for emails', async () => {
    const { p, token } = await signedIn();
    expect((await p.ok(auth.language, { language: 'fa' }, { token })).profile.language).toBe('fa');
    expect((await p.ok(auth.profile, {}, { token })).profile.language).toBe('fa');
    expect(await lastEntry(p)).toMatchObject({ action: 'update', before: '{"language":"en"}', after: '{"language":"fa"}' });
    expect((await p.try(auth.language, { language: 'de' }, { token })).body.fields).toHaveProperty('language');
    await p.ok(auth.forgot, { username: demo.email });
    expect((await p.lastMail(demo.email))?.subject).toMatch(/^کد تعیین گذرواژهٔ جدید: \d{6}$/);
  });
});
