import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { codeAt } from '../../../../tests/support/totp.ts';
import { enableTotp, requestChallenge, right } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { type Device, device } from '../../../lib/contract/account/device.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { demo } from '../../../lib/contract/fields.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const signIn = (
  p: TestProvider,
  { ip = '192.0.2.1', headers = {}, ...more }: { ip?: string; headers?: Record<string, string>; endDeviceId?: string } = {},
) => p.try(auth.login, { ...right, ...more }, { ip, headers: { 'user-agent': windows, ...headers } });
const listed = async (p: TestProvider, token: string) => (await p.ok(device.list, {}, { token })).devices;
const isRefused = async (p: TestProvider, token: string) => (await p.try(auth.profile, {}, { token })).status === 401;
const listDevices = (body: object) => (body as { devices: Device[] }).devices;

describe('devices', () => {
  test('are listed with browser and system from the client hints, else the user agent, and the network', async () => {
    const { p, token } = await signedIn();
    p.clock.now += 1000;
    await signIn(p, { ip: '203.0.113.7' });
    p.clock.now += 1000;
    await signIn(p, {
      ip: '203.0.113.8',
      headers: { 'x-ch-ua': '"Chromium";v="140", "Brave";v="140", "Not A;Brand";v="24"', 'x-ch-ua-platform': '"macOS"' },
    });
    expect((await listed(p, token)).map(({ browser, os, ip, current }) => [browser, os, ip, current])).toEqual([
      ['Brave', 'macOS', '203.0.113.8', false],
      ['Chrome', 'Windows', '203.0.113.7', false],
      ['', '', '192.0.2.1', true],
    ]);
  });

  test('an ended one is refused on its next call; the current one, another’s and an ended one can’t be ended', async () => {
    const { p, token } = await signedIn();
    const other = String((await signIn(p)).body.token);
    const all = await listed(p, token);
    const [own, that] = [all.find(({ current }) => current), all.find(({ current }) => !current)];
    const end = (deviceId = '', by = token) => p.try(device.remove, { deviceId }, { token: by });
    expect((await end(that?.id, await p.signIn(demo.second))).status).toBe(404);
    expect(await isRefused(p, other)).toBe(false);
    expect((await end(that?.id)).body).toMatchObject({ devices: [{ id: own?.id }] });
    expect(await isRefused(p, other)).toBe(true);
    expect((await p.try(auth.refresh, {}, { headers: { lt: other } })).status).toBe(401);
    expect((await end(that?.id)).status).toBe(404);
    expect((await end(own?.id)).body.code).toBe('device:error.current');
  });

  test('all others end immediately', async () => {
    const { p, token } = await signedIn();
    const others = [await p.signIn(), await p.signIn()];
    const stranger = await p.signIn(demo.second);
    expect((await p.ok(device.removeOthers, {}, { token })).devices).toHaveLength(1);
    expect(await Promise.all(others.map((one) => isRefused(p, one)))).toEqual([true, true]);
    expect(await isRefused(p, stranger)).toBe(false);
  });
});

describe('limits on sessions', () => {
  async function limited(perAccount: number, perIp: number) {
    const { p, token } = await signedIn();
    const { sessionLimit } = await p.ok(device.setLimit, { perAccount, perIp }, { token });
    return { p, token, sessionLimit };
  }

  test('are listed with the usage, and range from 1 to 100', async () => {
    const { p, token, sessionLimit } = await limited(3, 2);
    expect(sessionLimit).toEqual({ perAccount: 3, perIp: 2, max: 100, inUse: { account: 1, ip: 1 } });
    for (const perIp of [0, 101, 1.5])
      expect((await p.try(device.setLimit, { perAccount: 3, perIp }, { token })).body.fields).toEqual({
        perIp: 'Enter a number from 1 to 100.',
      });
  });

  test('hold with ten more sign-ins at the same time', async () => {
    const { p, token } = await limited(5, 100);
    const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => signIn(p, { ip: `203.0.113.${i}` })));
    // Ten attempts of one account are counted before it has to wait, so some get that response.
    const opened = answers.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(4);
    expect(await listed(p, token)).toHaveLength(5);
  });

  test('at the limit a sign-in lists the devices and continues once one is ended', async () => {
    const { p, token } = await limited(2, 2);
    const old = String((await signIn(p)).body.token);
    const full = await signIn(p);
    expect([full.status, full.body.code]).toEqual([409, 'auth:error.tooManySessions']);
    expect(listDevices(full.body).map(({ browser, current }) => [browser, current])).toEqual(expect.arrayContaining([['Chrome', false]]));
    const chosen = listDevices(full.body).find(({ browser }) => browser === 'Chrome');
    expect((await signIn(p, { endDeviceId: chosen?.id ?? '' })).status).toBe(200);
    expect(await isRefused(p, old)).toBe(true);
    expect(await isRefused(p, token)).toBe(false);
    // With a wrong password nothing is listed, and nothing ends.
    const wrong = await p.try(auth.login, { ...right, password: 'wrong', endDeviceId: chosen?.id }, {});
    expect([wrong.status, wrong.body.devices]).toEqual([422, undefined]);
    expect(await listed(p, token)).toHaveLength(2);
  });

  test('each network has its own limit; an IPv6 network is a /64', async () => {
    const { p } = await limited(50, 1);
    expect((await signIn(p)).body.code).toBe('auth:error.tooManyHere');
    expect((await signIn(p, { ip: '2001:db8::1' })).status).toBe(200);
    const full = await signIn(p, { ip: '2001:db8::ffff:2' });
    expect(full.body.code).toBe('auth:error.tooManyHere');
    expect(listDevices(full.body).map(({ ip }) => ip)).toEqual(['2001:db8::1']);
    expect((await signIn(p, { ip: '2001:db8:0:1::1' })).status).toBe(200);
  });

  test('a second-step code stays valid for the retry that ends a device', async () => {
    const { p, token } = await limited(1, 1);
    const { secret } = await enableTotp(p, token);
    const { challengeId } = await requestChallenge(p);
    const step = { challengeId, method: 'totp', code: codeAt(secret, p.clock.now) };
    const full = await p.try(twoFactor.signInVerify, step);
    expect(full.body.code).toBe('auth:error.tooManySessions');
    const [only] = listDevices(full.body);
    expect((await p.try(twoFactor.signInVerify, { ...step, endDeviceId: only?.id })).status).toBe(200);
    expect(await isRefused(p, token)).toBe(true);
  });
});
