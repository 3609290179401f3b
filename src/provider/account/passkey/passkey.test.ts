import { describe, expect, test } from 'vitest';
import { addPasskey, makeAuthenticator, signWith, type Twist } from '../../../../tests/support/passkey.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { lastEntry } from '../../../../tests/support/twoFactor.ts';
import { device } from '../../../lib/contract/account/device.ts';
import { maxPasskeys, passkey } from '../../../lib/contract/account/passkey.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { MINUTE } from '../../../lib/time.ts';

describe('adding', () => {
  test('a new passkey is listed with where it is kept, told by mail, and in the log by its name', async () => {
    const { p, token } = await signedIn();
    expect(await p.ok(passkey.list, {}, { token })).toEqual({ passkeys: [], limit: maxPasskeys, host: 'localhost' });
    const { id } = await addPasskey(p, token, 'Phone', 'synced');
    await addPasskey(p, token, 'Security key');
    const { passkeys } = await p.ok(passkey.list, {}, { token });
    expect(passkeys).toMatchObject([
      { name: 'Security key', storage: 'device', lastUsedAt: null },
      { id, name: 'Phone', storage: 'backedUp', lastUsedAt: null, createdAt: new Date(p.clock.now).toISOString() },
    ]);
    expect(await lastEntry(p)).toMatchObject({ action: 'create', entityType: 'passkey', entityName: 'Security key', call: 'passkey.add' });
    expect(await p.lastMail(demo.email)).toMatchObject({
      subject: 'Passkey added: Security key',
      body: expect.stringContaining('192.0.2.1'),
    });
    // Only transports that browsers know today are stored.
    expect((await stored(p, 'passkey')).map(({ transports }) => transports)).toEqual([['internal'], ['internal']]);
  });

  test('the options are bound to the configured host, require verification, and leave out what is there', async () => {
    const p = await startProvider({ env: { ORIGIN: 'https://panel.example.com', DEMO: 'on' } });
    const token = await p.signIn();
    const { options } = await p.ok(passkey.options, {}, { token, headers: { host: 'evil.example', origin: 'https://evil.example' } });
    expect(options).toMatchObject({
      rp: { id: 'panel.example.com' },
      user: { name: demo.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
      timeout: 5 * MINUTE,
    });
    const key = await makeAuthenticator(p);
    const here = { rpId: 'panel.example.com', origin: 'https://panel.example.com' };
    await p.ok(passkey.add, { name: 'Laptop', credential: key.create(options, here) }, { token });
    const again = await p.ok(passkey.options, {}, { token });
    expect(again.options.excludeCredentials).toEqual([{ id: key.id, type: 'public-key', transports: ['internal'] }]);
    expect((await signWith(p, key, here)).status).toBe(200);
    expect((await signWith(p, key)).body.code).toBe('passkey:error.refused');
  });

  const twists: [string, Twist][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { isVerified: false }],
    ['the answer of a sign-in', { type: 'webauthn.get' }],
    ['a frame of another site', { crossOrigin: true }],
  ];
  test.each(twists)('refuses %s and uses the challenge up', async (_name, twist) => {
    const { p, token } = await signedIn();
    const { options } = await p.ok(passkey.options, {}, { token });
    const key = await makeAuthenticator(p);
    const wrong = await p.try(passkey.add, { name: 'x', credential: key.create(options, twist) }, { token });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'passkey:error.refused']);
    const late = await p.try(passkey.add, { name: 'x', credential: key.create(options) }, { token });
    expect([late.status, late.body.code]).toEqual([422, 'passkey:error.expired']);
    expect((await p.ok(passkey.list, {}, { token })).passkeys).toEqual([]);
  });

  test('refuses a challenge of another customer, of a sign-in, and one that is five minutes old', async () => {
    const p = await startProvider();
    const [token, other] = [await p.signIn(), await p.signIn(demo.second)];
    const key = await makeAuthenticator(p);
    const user = (await p.ok(passkey.options, {}, { token })).options.user;
    const code = async (challenge: string) =>
      (await p.try(passkey.add, { name: 'x', credential: key.create({ challenge, user }) }, { token })).body.code;
    expect(await code((await p.ok(passkey.options, {}, { token: other })).options.challenge)).toBe('passkey:error.expired');
    expect(await code((await p.ok(passkey.loginOptions, {})).options.challenge)).toBe('passkey:error.expired');
    expect(await code('made-up')).toBe('passkey:error.expired');
    const { challenge } = (await p.ok(passkey.options, {}, { token })).options;
    p.clock.now += 5 * MINUTE;
    expect(await code(challenge)).toBe('passkey:error.expired');
  });

  test('needs a sign-in, or the password, of the last ten minutes; so does removing', async () => {
    const { p, token } = await signedIn();
    const { id } = await addPasskey(p, token);
    p.clock.now += 10 * MINUTE;
    for (const [call, input] of [
      [passkey.options, {}],
      [passkey.remove, { passkeyId: id }],
    ] as const)
      expect((await p.try(call, input, { token })).body.code).toBe('auth:error.confirm');
    await p.ok(passkey.rename, { passkeyId: id, name: 'Desk' }, { token });
  });

  test('one passkey belongs to one account, and an account has at most 20', async () => {
    const p = await startProvider();
    const [token, other] = [await p.signIn(), await p.signIn(demo.second)];
    const { key } = await addPasskey(p, token);
    const { options } = await p.ok(passkey.options, {}, { token: other });
    const duplicate = await p.try(passkey.add, { name: 'x', credential: key.create(options) }, { token: other });
    expect([duplicate.status, duplicate.body.code]).toEqual([409, 'passkey:error.known']);
    for (let i = 1; i < maxPasskeys; i++) await addPasskey(p, token, `Key ${i}`);
    expect((await p.try(passkey.options, {}, { token })).body.code).toBe('passkey:error.limit');
  });
});

describe('keeping', () => {
  test('renames and removes, by mail; a removed one no longer signs in, and its sessions stay', async () => {
    const { p, token } = await signedIn();
    const { key, id } = await addPasskey(p, token);
    const renamed = await p.ok(passkey.rename, { passkeyId: id, name: '  Desk  ' }, { token });
    expect(renamed.passkeys.map(({ name }) => name)).toEqual(['Desk']);
    expect((await signWith(p, key)).status).toBe(200);
    const removed = await p.ok(passkey.remove, { passkeyId: id }, { token });
    expect(removed.passkeys).toEqual([]);
    expect(await lastEntry(p)).toMatchObject({ action: 'delete', entityType: 'passkey', entityName: 'Desk' });
    expect((await p.lastMail(demo.email))?.subject).toBe('Passkey removed: Desk');
    const gone = await signWith(p, key);
    expect([gone.status, gone.body.code]).toEqual([422, 'passkey:error.refused']);
    expect((await p.ok(device.list, {}, { token })).devices.length).toBeGreaterThan(1);
    // The password is always left: there is no account without one.
    await p.signIn();
  });

  test('another customer’s passkey is unknown', async () => {
    const p = await startProvider();
    const { id } = await addPasskey(p, await p.signIn());
    const token = await p.signIn(demo.second);
    for (const [call, input] of [
      [passkey.rename, { passkeyId: id, name: 'Mine' }],
      [passkey.remove, { passkeyId: id }],
    ] as const)
      expect((await p.try(call, input, { token })).status).toBe(404);
  });

  test('an installation under an IP address has none, and says so', async () => {
    const p = await startProvider({ env: { ORIGIN: 'http://192.0.2.7:4321', DEMO: 'on' } });
    const token = await p.signIn();
    expect((await p.ok(passkey.list, {}, { token })).host).toBeNull();
    for (const call of [passkey.options, passkey.loginOptions]) {
      const { status, body } = await p.try(call, {}, { token });
      expect([status, body.code]).toEqual([409, 'passkey:error.unavailable']);
    }
  });
});
