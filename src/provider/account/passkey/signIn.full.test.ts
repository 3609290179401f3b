import { describe, expect, test } from 'vitest';
import { addPasskey, profileStatus, signWith } from '../../../../tests/support/passkey.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { MINUTE } from '../../../../tests/support/two-factor.ts';
import { device } from '../../../lib/contract/account/device.ts';
import { passkey } from '../../../lib/contract/account/passkey.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { limits } from '../../core/limits.ts';
import { deleteExpired } from '../auth/retention.ts';

/** The demo customer with a passkey. */
async function withPasskey(kind: 'device' | 'synced' = 'device') {
  const p = await startProvider();
  const token = await p.signIn();
  return { p, token, ...(await addPasskey(p, token, 'Laptop', kind)) };
}

describe('signing in', () => {
  test('a sign-in from a new place is told by mail as one with a passkey', async () => {
    const { p, key } = await withPasskey();
    await signWith(p, key, {}, {}, '203.0.113.77');
    expect((await p.lastMail(demo.email))?.subject).toContain('with a passkey');
  });

  test('an expired challenge leaves no row behind', async () => {
    const { p, key } = await withPasskey();
    await p.ok(passkey.loginOptions, {});
    await signWith(p, key);
    const left = () => p.store.reader.selectFrom('passkeyChallenge').selectAll().execute();
    expect(await left()).toHaveLength(1);
    p.clock.now += 6 * MINUTE;
    await p.store.write('test', (tx) => deleteExpired(tx, p.clock.now));
    expect(await left()).toEqual([]);
  });
});

describe('what holds for every sign-in', () => {
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
