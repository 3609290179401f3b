import { describe, expect, test } from 'vitest';
import { addPasskey, makeAuthenticator, profileStatus, signWith, type Twist } from '../../../../tests/support/passkey.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { enableTotp, lastEntry, requestChallenge, verify } from '../../../../tests/support/twoFactor.ts';
import { allowedIp } from '../../../lib/contract/account/allowedIp.ts';
import { device } from '../../../lib/contract/account/device.ts';
import { login } from '../../../lib/contract/account/login.ts';
import { passkey } from '../../../lib/contract/account/passkey.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { MINUTE } from '../../../lib/time.ts';
import { limits } from '../../core/limits.ts';
import { deleteExpired } from '../auth/retention.ts';

/** The demo customer with a passkey. */
async function withPasskey(kind: 'device' | 'synced' = 'device') {
  const p = await startProvider();
  const token = await p.signIn();
  return { p, token, ...(await addPasskey(p, token, 'Laptop', kind)) };
}

describe('signing in', () => {
  test.each(['device', 'synced'] as const)('a %s passkey signs in, and history, devices and log say so', async (kind) => {
    const { p, token, key, id } = await withPasskey(kind);
    p.clock.now += MINUTE;
    const { status, body } = await signWith(p, key);
    expect([status, Object.keys(body)]).toEqual([200, ['token', 'browserToken']]);
    expect(await profileStatus(p, body.token)).toBe(200);
    expect(await lastEntry(p)).toMatchObject({
      action: 'signIn',
      entityType: 'session',
      entityName: demo.email,
      call: 'passkey.login',
      after: expect.stringContaining('"passkey":"Laptop"'),
    });
    const { logins } = await p.ok(login.list, { limit: 1 }, { token });
    expect(logins).toMatchObject([{ result: 'success', method: 'passkey', browser: 'Firefox', os: 'Linux', ip: '192.0.2.1' }]);
    const { devices } = await p.ok(device.list, {}, { token });
    expect(devices.map(({ method }) => method).sort()).toEqual(['passkey', 'password']);
    const { passkeys } = await p.ok(passkey.list, {}, { token });
    expect(passkeys).toMatchObject([{ id, lastUsedAt: new Date(p.clock.now).toISOString() }]);
    expect((await signWith(p, key)).status).toBe(200);
  });

  test('it stands for both steps: no code is asked for', async () => {
    const { p, token, key } = await withPasskey();
    await enableTotp(p, token);
    expect((await signWith(p, key)).status).toBe(200);
    expect((await requestChallenge(p)).methods).toEqual(['totp', 'passkey', 'recovery']);
  });

  test('counts as a recent proof: it may add another passkey', async () => {
    const { p, key } = await withPasskey();
    p.clock.now += 60 * MINUTE;
    const { body } = await signWith(p, key);
    await addPasskey(p, String(body.token), 'Second');
  });

  const twists: [string, Twist][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:1' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { isVerified: false }],
    ['another key', { forged: true }],
    ['the answer of a registration', { type: 'webauthn.create' }],
    ['a frame of another site', { crossOrigin: true }],
    ['the handle of another account', { userHandle: Buffer.from('somebody').toString('base64url') }],
  ];
  test('refuses a response that isn’t right, and the history says why', async () => {
    const { p, token, key } = await withPasskey();
    for (const [_name, twist] of twists) {
      const { status, body } = await signWith(p, key, twist);
      expect([status, body.code, body.token], _name).toEqual([422, 'passkey:error.refused', undefined]);
      const { logins } = await p.ok(login.list, { limit: 1 }, { token });
      expect(logins, _name).toMatchObject([{ result: 'failure', reason: 'passkey', method: 'passkey' }]);
    }
  });

  test('an unknown passkey is refused as a wrong one is', async () => {
    const { p, key } = await withPasskey();
    const unknown = await signWith(p, await makeAuthenticator(p));
    const wrong = await signWith(p, key, { forged: true });
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  test('a challenge signs in once, also when it is sent twice at the same time', async () => {
    const { p, key } = await withPasskey('synced');
    const { options } = await p.ok(passkey.loginOptions, {});
    const credential = await key.sign(options);
    const answers = await Promise.all([1, 2, 3, 4].map(() => p.try(passkey.login, { credential }, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect((await p.try(passkey.login, { credential }, {})).body.code).toBe('passkey:error.expired');
  });

  test('a challenge lives five minutes, and a refused one is used up', async () => {
    const { p, key } = await withPasskey();
    const { options } = await p.ok(passkey.loginOptions, {});
    p.clock.now += 5 * MINUTE;
    expect((await p.try(passkey.login, { credential: await key.sign(options) }, {})).body.code).toBe('passkey:error.expired');
    const second = await p.ok(passkey.loginOptions, {});
    await p.try(passkey.login, { credential: await key.sign(second.options, { forged: true }) }, {});
    expect((await p.try(passkey.login, { credential: await key.sign(second.options) }, {})).body.code).toBe('passkey:error.expired');
    expect((await p.try(passkey.login, { credential: await key.sign({ challenge: 'made-up' }) }, {})).body.code).toBe(
      'passkey:error.expired',
    );
  });

  test('a counter that goes back or stays is a copy: refused, and the history says so', async () => {
    const { p, token, key } = await withPasskey();
    expect((await signWith(p, key, { counter: 9 })).status).toBe(200);
    for (const counter of [9, 3, 0]) {
      const { status, body } = await signWith(p, key, { counter });
      expect([counter, status, body.code]).toEqual([counter, 422, 'passkey:error.copied']);
    }
    const { logins } = await p.ok(login.list, { limit: 1 }, { token });
    expect(logins).toMatchObject([{ result: 'failure', reason: 'copied', method: 'passkey' }]);
    expect((await signWith(p, key, { counter: 10 })).status).toBe(200);
  });

  test('a sign-in from a new place is told by mail as one with a passkey', async () => {
    const { p, key } = await withPasskey();
    await signWith(p, key, {}, {}, '203.0.113.77');
    expect((await p.lastMail(demo.email))?.subject).toContain('with a passkey');
  });

  test('an expired challenge leaves no row behind', async () => {
    const { p, key } = await withPasskey();
    await p.ok(passkey.loginOptions, {});
    await signWith(p, key);
    const left = () => stored(p, 'passkeyChallenge');
    expect(await left()).toHaveLength(1);
    p.clock.now += 6 * MINUTE;
    await p.store.write('test', (tx) => deleteExpired(tx, p.clock.now));
    expect(await left()).toEqual([]);
  });
});

describe('as a second step', () => {
  test('confirms a sign-in, and may trust the browser', async () => {
    const { p, token, key } = await withPasskey();
    await enableTotp(p, token);
    const { challengeId } = await requestChallenge(p);
    const { options } = await p.ok(passkey.loginOptions, { challengeId });
    expect(options.allowCredentials).toEqual([{ id: key.id, type: 'public-key', transports: ['internal'] }]);
    const credential = await key.sign(options);
    const { status, body } = await p.try(passkey.login, { credential, challengeId, trustDevice: true });
    expect([status, Object.keys(body).sort()]).toEqual([200, ['browserToken', 'deviceToken', 'token']]);
    const again = await p.try(passkey.login, { credential: await key.sign(options), challengeId }, {});
    expect(again.body.code).toBe('auth:error.challengeOver');
  });

  test('refuses another customer’s passkey, and a challenge of the other kind; five wrong ones end the sign-in', async () => {
    const { p, token, key } = await withPasskey();
    await enableTotp(p, token);
    const { key: foreign } = await addPasskey(p, await p.signIn(demo.second));
    const challenge = await requestChallenge(p);
    const { challengeId } = challenge;
    const { options } = await p.ok(passkey.loginOptions, { challengeId });
    const other = await p.try(passkey.login, { credential: await foreign.sign(options), challengeId }, {});
    expect([other.status, other.body.code]).toEqual([422, 'passkey:error.refused']);
    const plain = await p.ok(passkey.loginOptions, {});
    const mixed = await p.try(passkey.login, { credential: await key.sign(plain.options), challengeId }, {});
    expect(mixed.body.code).toBe('passkey:error.expired');
    const step = await p.ok(passkey.loginOptions, { challengeId });
    expect((await p.try(passkey.login, { credential: await key.sign(step.options) }, {})).body.code).toBe('passkey:error.expired');
    const codes = [];
    for (let i = 0; i < 3; i++) {
      const next = await p.ok(passkey.loginOptions, { challengeId });
      codes.push((await p.try(passkey.login, { credential: await key.sign(next.options, { forged: true }), challengeId }, {})).body.code);
    }
    expect(codes).toEqual(['passkey:error.refused', 'passkey:error.refused', 'auth:error.challengeOver']);
    expect((await verify(p, challenge, 'totp', '123456')).body.code).toBe('auth:error.challengeOver');
    expect((await p.try(passkey.loginOptions, { challengeId }, {})).body.code).toBe('auth:error.challengeOver');
  });

  test('is no code: the call for codes refuses it', async () => {
    const { p, token } = await withPasskey();
    await enableTotp(p, token);
    expect((await verify(p, await requestChallenge(p), 'passkey', '123456')).status).toBe(422);
  });
});

describe('what holds for every sign-in', () => {
  test('an address that isn’t allowed is refused, and its owner gets a code', async () => {
    const { p, token, key } = await withPasskey();
    await p.ok(allowedIp.add, { ip: '192.0.2.1' }, { token });
    await p.ok(allowedIp.toggle, { enabled: true }, { token });
    const { status, body } = await signWith(p, key, {}, {}, '203.0.113.5');
    expect([status, body]).toMatchObject([409, { code: 'auth:error.ipBlocked', recovery: { sentTo: expect.any(String) } }]);
    expect((await signWith(p, key)).status).toBe(200);
    const { logins } = await p.ok(login.list, { limit: 2 }, { token });
    expect(logins[1]).toMatchObject({ result: 'failure', reason: 'ip', method: 'passkey' });
  });

  test('ten refused in a quarter of an hour are enough, and passwords still sign in', async () => {
    const { p, key } = await withPasskey();
    for (let i = 0; i < limits.passkeyAccount.max; i++) await signWith(p, key, { forged: true }, {}, `198.51.100.${i}`);
    expect((await signWith(p, key, {}, {}, '198.51.100.99')).status).toBe(429);
    await p.signIn();
    p.clock.now += 15 * MINUTE;
    expect((await signWith(p, key)).status).toBe(200);
  });

  test('a full account has to end a session, with the same signature', async () => {
    const { p, token, key } = await withPasskey();
    await p.ok(device.setLimit, { perAccount: 1, perIp: 1 }, { token });
    const { options } = await p.ok(passkey.loginOptions, {});
    const credential = await key.sign(options);
    const full = await p.try(passkey.login, { credential }, {});
    expect([full.status, full.body.code]).toEqual([409, 'auth:error.tooManySessions']);
    const [{ id: endDeviceId = '' } = {}] = full.body.devices as { id?: string }[];
    expect((await p.try(passkey.login, { credential, endDeviceId }, {})).status).toBe(200);
    expect(await profileStatus(p, token)).toBe(401);
  });

  test('challenges are limited by network', async () => {
    const p = await startProvider();
    for (let i = 0; i < limits.passkeyIp.max; i++) await p.ok(passkey.loginOptions, {});
    expect((await p.try(passkey.loginOptions, {}, {})).status).toBe(429);
    expect((await p.try(passkey.loginOptions, {}, { ip: '198.51.100.1' })).status).toBe(200);
  });
});
